// The types of packs.mjs, which steps run without a compiler.

/** A folder with a `package.json`, and in `node_modules` our package for Playwright and Playwright. */
export function project(): string;
