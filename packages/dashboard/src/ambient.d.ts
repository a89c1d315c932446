// What TypeScript's library does not know yet.
interface String {
  toWellFormed(): string;
}
