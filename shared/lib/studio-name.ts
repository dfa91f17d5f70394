/** The product's name: one setting, taken from here by every text (decisions, preface). */
export const STUDIO_NAME = 'Talkback';
