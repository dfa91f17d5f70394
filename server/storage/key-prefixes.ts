/** The prefixes of all keys of files; a bucket may contain other objects. */
export const KEY_PREFIXES = ['sessions/', 'samples/'] as const;
