const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** Escapes text for an element's content. */
function escapeXml(text: string): string {
  return Array.from(text, (char) => (needsEscape(char) ? `&#${char.codePointAt(0)};` : char)).join('');
}

function needsEscape(char: string): boolean {
  return '<>&"\''.includes(char) || char < ' ' || char === '\u007f';
}

function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(lt|gt|quot|apos|amp));/gi, (whole, dec, hex, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? whole;
    const point = dec === undefined ? Number.parseInt(hex, 16) : Number(dec);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

/** The content of every `<name>` element, still escaped. */
export function elements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))].map((match) => match[1] ?? '');
}

/** The text of the first `<name>` element, or null. */
export function textOf(xml: string, name: string): string | null {
  const inner = elements(xml, name)[0];
  return inner === undefined ? null : unescapeXml(inner);
}

/** One element; children that are XML are inserted unchanged. */
export function element(name: string, value: string | number | boolean): string {
  return `<${name}>${escapeXml(String(value))}</${name}>`;
}

/** A whole document. */
export function document(root: string, inner: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><${root}>${inner}</${root}>`;
}
