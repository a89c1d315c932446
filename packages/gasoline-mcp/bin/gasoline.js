#!/usr/bin/env node
// `gasoline`, by npm.
import { run } from './run.js';

run(process.argv.slice(2));
