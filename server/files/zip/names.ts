/** A name's length is a 16-bit field in a zip. */
const MOST_BYTES = 65_535;

/**
 * Names that unpack anywhere: relative, no '..', no drive, no control characters, and no two that a case-blind file system would
 * take for one; the later ones become 'name (2).wav'. In order, one for each given.
 */
export function zipNames(raw: readonly string[]): string[] {
  const clean = raw.map(safeName);
  // a file may not have the name of a folder that others are in
  const taken = new Set(clean.flatMap(foldersOf));
  const next = new Map<string, number>();
  return clean.map((name) => {
    const unique = firstFree(name, taken, next);
    taken.add(fold(unique));
    return unique;
  });
}

function safeName(raw: string): string {
  const parts = raw
    .toWellFormed()
    .replaceAll('\\', '/')
    .replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .normalize('NFC')
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '.' && part !== '..');
  const name = parts.join('/').replace(/^([A-Za-z]):/, '$1_');
  if (name === '') return 'file';
  // room is left for the number of a double
  if (Buffer.byteLength(name) <= MOST_BYTES - 16) return name;
  return Array.from(parts.at(-1) ?? 'file')
    .slice(-1000)
    .join('');
}

function firstFree(name: string, taken: ReadonlySet<string>, next: Map<string, number>): string {
  if (!taken.has(fold(name))) return name;
  const dot = name.lastIndexOf('.');
  const stem = dot > name.lastIndexOf('/') + 1 ? name.slice(0, dot) : name;
  for (let number = next.get(fold(name)) ?? 2; ; number += 1) {
    const candidate = `${stem} (${number})${name.slice(stem.length)}`;
    if (taken.has(fold(candidate))) continue;
    next.set(fold(name), number + 1);
    return candidate;
  }
}

function foldersOf(name: string): string[] {
  const parts = name.split('/');
  return parts.slice(0, -1).map((_, index) => fold(parts.slice(0, index + 1).join('/')));
}

function fold(name: string): string {
  return name.toLowerCase().normalize('NFC');
}
