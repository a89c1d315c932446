// The types of full-buffers.mjs, which benches run without a compiler.
export function fill(
  url: string,
  options?: { tests?: number; records?: number; pictures?: number; now?: number },
): Promise<void>;

/** A PNG as a data URL. */
export function picture(n: number, width?: number, height?: number): string;
