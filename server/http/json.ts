const MAX_DEPTH = 24;

/** A body that is not acceptable JSON: 400. */
export class InvalidJson extends Error {}

/** Parses JSON more strictly than JSON.parse (docs/product/security.md#json-bodies). Throws InvalidJson. */
export function parseJson(text: string): unknown {
  const whole = wellFormed(text);
  rejectUnsafeKeys(whole);
  try {
    return JSON.parse(whole);
  } catch {
    throw new InvalidJson('This is not valid JSON.');
  }
}

/** Each escape in turn; only lone surrogates are replaced. */
const ESCAPES =
  /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(\\u[dD][89a-fA-F][\da-fA-F]{2})|\\./g;

const wellFormed = (text: string): string =>
  text.replace(ESCAPES, (escape, half?: string) => (half === undefined ? escape : String.raw`\ufffd`));

/** One pass: strings before a colon are keys of the innermost object. */
function rejectUnsafeKeys(text: string): void {
  const objects: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '{' || char === '[') {
      objects.push(char === '{' ? new Set() : null);
      if (objects.length > MAX_DEPTH) throw new InvalidJson('This JSON is nested too deeply.');
    } else if (char === '}' || char === ']') objects.pop();
    else if (char === '"') {
      const end = endOfString(text, at);
      const keys = objects.at(-1);
      if (keys && isKey(text, end + 1)) addKey(keys, text.slice(at, end + 1));
      at = end;
    }
  }
}

function isKey(text: string, after: number): boolean {
  const colon = /\s*:/y;
  colon.lastIndex = after;
  return colon.test(text);
}

function addKey(keys: Set<string>, quoted: string): void {
  let key: string;
  try {
    key = JSON.parse(quoted) as string;
  } catch {
    throw new InvalidJson('This is not valid JSON.');
  }
  if (key === '__proto__') throw new InvalidJson('The key __proto__ is not allowed.');
  if (keys.has(key)) throw new InvalidJson(`The key ${JSON.stringify(key)} stands twice.`);
  keys.add(key);
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  throw new InvalidJson('This is not valid JSON.');
}
