let graphemes: Intl.Segmenter | undefined;
/** Two letters that cannot be parts of one character. */
const LATIN = /^[ -~\u00a0-\u02ff]{1,2}/;

function first(word: string): string {
  if (LATIN.exec(word)?.[0].length === Math.min(2, word.length)) return word.slice(0, 1);
  // Made when needed: it costs a phone's first screen a tenth of a second.
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return [...graphemes.segment(word)][0]?.segment ?? '';
}

/** Initials of the first and last word: 'NV' for 'Nora Vance'. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => first((word ?? '').replace(/^[^\p{L}\p{N}]+/u, '')).toUpperCase()).join('');
}

/** A stable hue in degrees for an id: FNV-1a over code points. */
export function hueOf(id: string): number {
  let hash = 2166136261;
  for (const character of id.normalize('NFC'))
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
  return (hash >>> 0) % 360;
}
