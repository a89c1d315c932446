/** The folder to give to `--load-extension`. */
export const extensionPath: string;

/**
 * The binary in the package that npm chose for this machine, or the one that `GASOLINE_BINARY` names.
 * Throws where there is none, and says why.
 */
export function binaryPath(): string;
