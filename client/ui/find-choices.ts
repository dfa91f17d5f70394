/** One of many to choose from. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/[_/]/g, ' ').toLowerCase().trim();

/**
 * The choices whose label has what somebody typed, whatever its case and accents; those that begin with it first, then those in which
 * a word does, each in the order of the list. All of them for nothing typed.
 */
export function findChoices(choices: readonly Choice[], typed: string): readonly Choice[] {
  const sought = plain(typed);
  if (sought === '') return choices;
  const ranked = choices.map((choice) => ({ choice, label: plain(choice.label) }));
  const begins = ranked.filter(({ label }) => label.startsWith(sought));
  const inWord = ranked.filter(({ label }) => !label.startsWith(sought) && label.includes(` ${sought}`));
  const within = ranked.filter(
    ({ label }) => label.includes(sought) && !label.startsWith(sought) && !label.includes(` ${sought}`),
  );
  return [...begins, ...inWord, ...within].map(({ choice }) => choice);
}
