/** What a musician's card is marked with (part 2 section 2). */
export const CARD_LABELS = { offline: 'Offline Session', addOn: 'Add-on' } as const;
