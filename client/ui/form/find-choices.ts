/** An option of a long list. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  /** Aliases that find it, too. */
  readonly aliases?: readonly string[];
}

const normalize = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[_/]/g, ' ')
    .replaceAll('’', "'")
    .toLowerCase()
    .trim();

/** Match quality: prefix, prefix of a word, or within; null for none. */
function match(text: string, searchText: string): number | null {
  if (text.startsWith(searchText)) return 0;
  if (text.includes(` ${searchText}`)) return 1;
  return text.includes(searchText) ? 2 : null;
}

/** Labels first, by match quality; then aliases by prefixes of words. */
function rankOf({ label, aliases = [] }: Choice, searchText: string): number | null {
  const byLabel = match(normalize(label), searchText);
  if (byLabel !== null) return byLabel;
  const byAlias = new Set(aliases.map((alias) => match(normalize(alias), searchText)));
  if (byAlias.has(0)) return 3;
  return byAlias.has(1) ? 4 : null;
}

/**
 * Options that match the input, ignoring case and accents, best first. All of them for empty input
 * (docs/product/ui.md#search).
 */
export function findChoices(choices: readonly Choice[], typed: string): readonly Choice[] {
  const searchText = normalize(typed);
  if (searchText === '') return choices;
  const ranked = choices.map((choice) => ({ choice, rank: rankOf(choice, searchText) }));
  return ranked
    .filter((one): one is { choice: Choice; rank: number } => one.rank !== null)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice);
}
