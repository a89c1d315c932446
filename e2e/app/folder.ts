// Where the shop's own files are; apart, because bundled code loses its place.
import { join } from 'node:path';

/** The folder of the shop, also when it was bundled to be run by hand. */
export const APP = process.env['GASOLINE_E2E_APP'] ?? join(import.meta.dirname);
