/** The labels of a musician's card. */
export const CARD_LABELS = { offline: 'Offline Session', addOn: 'Add-on' } as const;
