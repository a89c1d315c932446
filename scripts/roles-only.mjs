// Leaves ivya's query engine out of a bundle: of its 79 KB we use the 15 KB that know roles and names.
import { readFile } from 'node:fs/promises';

/**
 * Everything in ivya hangs together by one class, because the roles ask it which browser they are
 * in. These replacements cut that thread; the bundler then drops the rest by itself.
 */
const CUTS = [
  ['Ivya.options.browser !== "webkit"', 'true'],
  [/^_defineProperty\(Ivya, "options", \{[^}]*\}\);$/m, ''],
  ['_defineProperty(Ivya, "singleton", null);', ''],
];

/** A plugin of esbuild. It throws when ivya changed, so that nobody ships the engine by accident. */
export const rolesOnly = {
  name: 'roles-only',
  setup(build) {
    build.onLoad({ filter: /[\\/]ivya[\\/]dist[\\/]src-[^\\/]*\.js$/ }, async ({ path }) => {
      let contents = await readFile(path, 'utf8');
      for (const [from, to] of CUTS) {
        const cut = contents.replace(from, to);
        if (cut === contents) {
          throw new Error(
            `ivya has no ${from}\nhint: look at ${path} and mend scripts/roles-only.mjs`,
          );
        }
        contents = cut;
      }
      return { contents, loader: 'js' };
    });
  },
};
