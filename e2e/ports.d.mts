// The types of ports.mjs, which steps run without a compiler.

/** A free port that no other process gets unless it asks for this number. */
export function reservePort(): Promise<number>;
