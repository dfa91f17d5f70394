/** Length in Unicode code points, as the database counts (docs/product/ui.md#text-length). */
export function characters(text: string): number {
  return Array.from(text).length;
}

/**
 * A text as it is stored: \n line ends, no other control characters but tabs, trimmed. A NUL stays, since it is
 * malformed.
 */
export function cleanText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t\0]/gu, '')
    .trim();
}

/** A name or title in one line: line ends and control characters become blanks. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

/** The first word of a name; `otherwise` for a name that has none or is an address. */
export function firstName(name: string, otherwise: string): string {
  const [first = ''] = name.trim().split(/\s+/);
  return first === '' || first.includes('@') ? otherwise : first;
}
