/**
 * How long a text is in characters: Unicode code points, as the database counts them. An emoji of one code point is
 * one; JavaScript's own length would call it two.
 */
export function characters(text: string): number {
  return Array.from(text).length;
}

/**
 * A text as it is kept: line ends are \n, other control characters than those and tabs are gone, no blanks around it.
 * A NUL stays: a body that holds one is malformed, here as in every other field.
 */
export function cleanText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t\0]/gu, '')
    .trim();
}

/** A name or a title as it stands in a line of its own: line ends and control characters are blanks. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
