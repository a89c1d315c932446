// The list as TypeScript sees it.
export const PRIVATE_NAMES: string[];
