/** The longest note of a published version. */
export const NOTE_MAX = 200;
/** Versions that a document's page lists. */
export const VERSIONS_SHOWN = 50;
