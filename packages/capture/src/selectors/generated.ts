// Names that a build tool or a framework made up: they differ after the next build or the next load.

/** Prefixes of CSS-in-JS libraries, of scoped styles, and of ids that frameworks count up. */
const MADE_UP_PREFIX =
  /^(?:css|sc|emotion|styled|chakra|jss|jsx|tss|svelte|astro|glamor|goober|stitches|makeStyles|headlessui|radix|mui|mantine|floating-ui|downshift|rc_select|ng-tns|ng-c|_ngcontent|_nghost|data-v|ember|yui|ext-gen|gwt-uid|uid|cdk|mat-input|mat-select|mat-option|react-aria|rah|__bvid|:r)(?:[-_:]|\d)/i;

/** Words that say how an element is at the moment, not which one it is. */
const STATE =
  /^(?:(?:is|has|was)-.*|ng-(?:pristine|dirty|valid|invalid|touched|untouched)|(?:.*[-_])?(?:active|selected|hover(?:ed)?|focus(?:ed)?|open(?:ed)?|closed|checked|disabled|loading|visible|hidden|show|shown|collapsed|expanded|current|pressed|entering|entered|leaving))$/i;

/**
 * A class or an id that nobody wrote by hand.
 *
 * | name | |
 * |---|---|
 * | `header`, `toggle`, `todo-item`, `navBar`, `col-6`, `text-2xl` | no |
 * | `css-1q2w3e`, `sc-bdVaJa`, `jss12`, `svelte-x1y2z3` | yes, by their prefix |
 * | `Button_root__a1B2c`, `kYRosU`, `x7f3k`, `gkmvwx` | yes, they look like hashes |
 */
export function isGenerated(name: string): boolean {
  return MADE_UP_PREFIX.test(name) || name.split(/[^a-z0-9]+/i).some(looksLikeHash);
}

/** A class that may come and go while the element stays the same. */
export function isState(name: string): boolean {
  return STATE.test(name);
}

function looksLikeHash(token: string): boolean {
  if (token.length < 2) return false;
  // `64`, `2xl`, `12px`: sizes and steps. Long numbers are ids of a database or of the moment.
  if (/^\d+[a-z]{0,3}$/.test(token)) return token.length > 4;
  const [, letters = '', digits = ''] = /^([a-z]+)(\d*)$/i.exec(token) ?? [];
  if (letters === '' || digits.length > 3) return true;
  const words = letters.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  if (words.length > 1 && isScrambled(words, letters.length)) return true;
  // Six consonants in a row, or none but consonants in a long word: `gkmvwx`.
  return /[bcdfghjklmnpqrstvwxz]{6,}/i.test(letters) || (letters.length > 4 && !hasVowel(letters));
}

/** `navBar` has two words, `kYRosU` has four pieces. */
function isScrambled(words: string[], length: number): boolean {
  if (length / words.length < 3) return true;
  return words.filter((word) => word.length < 2 || !hasVowel(word)).length * 2 > words.length;
}

function hasVowel(word: string): boolean {
  return /[aeiouy]/i.test(word);
}
