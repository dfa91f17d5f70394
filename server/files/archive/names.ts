/** The length of a name is a 16-bit field in a zip. */
const MAX_BYTES = 65_535;

/** Device names on Windows, with any extension: 'aux.wav' could not be unpacked there. */
const DEVICE_NAME = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?$/i;

/**
 * Names that unpack on any file system, one for each given, in order (docs/product/files.md#archive-format).
 * Later duplicates become 'name (2).wav'.
 */
export function zipNames(raw: readonly string[]): string[] {
  const folders = new Map<string, string>();
  const clean = raw.map((name) => safeName(name, folders));
  // A file must not have the name of a folder that contains others.
  const taken = new Set([...new Set(clean.map(folderOf))].flatMap(foldersIn));
  const next = new Map<string, number>();
  return clean.map((name) => {
    const unique = uniqueName(name, taken, next);
    taken.add(comparisonKey(unique));
    return unique;
  });
}

/** `folders` caches the result for each folder: most files share theirs. */
function safeName(raw: string, folders: Map<string, string>): string {
  const path = raw.replaceAll('\\', '/');
  const at = path.lastIndexOf('/') + 1;
  const folder = path.slice(0, at);
  const safe = folders.get(folder) ?? safePath(folder);
  folders.set(folder, safe);
  const name = [safe, safePath(path.slice(at))]
    .filter((part) => part !== '')
    .join('/')
    .replace(/^([A-Za-z]):/, '$1_');
  if (name === '') return 'file';
  // Leaves room for the number of a duplicate.
  if (Buffer.byteLength(name) <= MAX_BYTES - 16) return name;
  return Array.from(name.slice(name.lastIndexOf('/') + 1))
    .slice(-1000)
    .join('');
}

function safePath(path: string): string {
  return path
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .normalize('NFC')
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .map((part) => part.replace(DEVICE_NAME, '$1_$2'))
    .join('/');
}

function uniqueName(name: string, taken: ReadonlySet<string>, next: Map<string, number>): string {
  if (!taken.has(comparisonKey(name))) return name;
  const dot = name.lastIndexOf('.');
  const stem = dot > name.lastIndexOf('/') + 1 ? name.slice(0, dot) : name;
  for (let number = next.get(comparisonKey(name)) ?? 2; ; number += 1) {
    const candidate = `${stem} (${number})${name.slice(stem.length)}`;
    if (taken.has(comparisonKey(candidate))) continue;
    next.set(comparisonKey(name), number + 1);
    return candidate;
  }
}

const folderOf = (name: string): string => name.slice(0, Math.max(name.lastIndexOf('/'), 0));

/** A folder and its parents. */
function foldersIn(folder: string): string[] {
  if (folder === '') return [];
  const parts = folder.split('/');
  return parts.map((_, index) => comparisonKey(parts.slice(0, index + 1).join('/')));
}

/** The form that file systems compare: without case, and without dots and spaces at the end of a part. */
function comparisonKey(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/[. ]+(?=\/|$)/g, '');
}
