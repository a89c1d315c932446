#!/usr/bin/env node
// `gasoline report`, by npm.
import { run } from './run.js';

run(['report', ...process.argv.slice(2)]);
