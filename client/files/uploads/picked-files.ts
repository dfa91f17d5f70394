import { MAX_FILE_BYTES, normaliseFilePath } from '../../../shared/files/rules.ts';

/** A file as someone chose it; `path` is its name behind the folders that were dropped with it. */
export interface PickedFile {
  readonly file: File;
  readonly path: string;
}

/** A file as it will be sent: `path` is what the other side will see. */
export interface ReadyFile extends PickedFile {
  readonly prefix: string;
  readonly name: string;
}

/** What of a choice can be sent, and what cannot. */
export interface Sorted {
  readonly ready: readonly ReadyFile[];
  readonly tooLarge: readonly string[];
  /** Names of which nothing readable is left. */
  readonly unusable: readonly string[];
}

/** What systems leave in folders without anybody having made it. */
const LITTER = /^(?:\.DS_Store|Thumbs\.db|desktop\.ini|\._.*)$/i;

/**
 * Sorts a choice before anything is sent: the limit of 5 GiB, names as the studio keeps them, two files of one name
 * told apart, and without the litter that systems leave in folders.
 */
export function sortPicked(picked: readonly PickedFile[]): Sorted {
  const ready: ReadyFile[] = [];
  const tooLarge: string[] = [];
  const unusable: string[] = [];
  const taken = new Set<string>();
  for (const { file, path } of picked) {
    if (LITTER.test(file.name)) continue;
    const place = normaliseFilePath(path);
    if (!place.ok) unusable.push(path);
    else if (file.size > MAX_FILE_BYTES) tooLarge.push(place.value.prefix + place.value.name);
    else {
      const { prefix } = place.value;
      const name = freeName(prefix, place.value.name, taken);
      taken.add(prefix + name);
      ready.push({ file, prefix, name, path: prefix + name });
    }
  }
  return { ready, tooLarge, unusable };
}

function freeName(prefix: string, name: string, taken: ReadonlySet<string>): string {
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let free = name;
  for (let n = 2; taken.has(prefix + free); n += 1) free = `${stem} (${n})${ending}`;
  return free;
}

/** Files of an <input>, with their folders where a folder was chosen. */
export function filesOfInput(files: Iterable<File>): PickedFile[] {
  return [...files].map((file) => ({ file, path: file.webkitRelativePath || file.name }));
}

/**
 * Everything that was dropped, folders read to their depth. Call it inside the drop's own handler: the browser takes
 * the entries back afterwards. Rejects when a folder cannot be read.
 */
export function filesOfDrop(transfer: DataTransfer): Promise<PickedFile[]> {
  const entries = [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  return readAll(entries.filter((entry) => entry !== null));
}

async function readAll(entries: readonly (FileSystemEntry | File)[]): Promise<PickedFile[]> {
  const found: PickedFile[] = [];
  for (const entry of entries) found.push(...(await readEntry(entry)));
  return found;
}

async function readEntry(entry: FileSystemEntry | File): Promise<PickedFile[]> {
  if (entry instanceof File) return [{ file: entry, path: entry.name }];
  if (isDirectory(entry)) return readAll(await listEntries(entry.createReader()));
  const file = await new Promise<File>((resolve, reject) =>
    (entry as FileSystemFileEntry).file(resolve, reject),
  );
  return [{ file, path: entry.fullPath.replace(/^\//, '') }];
}

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** A reader gives at most 100 entries a time, and an empty list when there are no more. */
async function listEntries(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}
