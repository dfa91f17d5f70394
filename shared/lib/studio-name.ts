/** The product's name, used by every text. */
export const STUDIO_NAME = 'Talkback';
