/** Pairs as W3C's baggage writes them, `name=value,other=value`, percent-decoded; null for anything else. */
export function parsePairs(text: string): Readonly<Record<string, string>> | null {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const pairs: Record<string, string> = {};
  for (const part of parts) {
    const at = part.indexOf('=');
    const name = part.slice(0, at).trim();
    if (at < 1 || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return null;
    try {
      pairs[decodeURIComponent(name)] = decodeURIComponent(part.slice(at + 1).trim());
    } catch {
      return null;
    }
  }
  return pairs;
}
