// Packs and installs before there are workers, which would do it at the same time.
import { project } from '../packs.mjs';
import { INSTALLED } from './project.js';

export default function setUp(): void {
  process.env[INSTALLED] = project();
}
