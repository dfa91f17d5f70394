import { MAX_FILE_BYTES, normalizeFilePath } from '#shared/files/rules.ts';

/** A chosen file; `path` includes the folders that were dropped with it. */
export interface PickedFile {
  readonly file: File;
  readonly path: string;
}

/** A file to send; `path` is what the other side will see. */
export interface ReadyFile extends PickedFile {
  readonly prefix: string;
  readonly name: string;
}

/** The files of a choice that can be sent, and those that cannot. */
export interface Sorted {
  readonly ready: readonly ReadyFile[];
  readonly tooLarge: readonly string[];
  /** Paths without any usable name. */
  readonly unusable: readonly string[];
}

/** Files that operating systems create in folders. */
const SYSTEM_FILES = /^(?:\.DS_Store|Thumbs\.db|desktop\.ini|\._.*)$/i;

/**
 * Sorts a choice before anything is sent (docs/product/files.md#file-names, #what-is-left-out): size limit,
 * names, duplicates, system files.
 */
export function sortPicked(picked: readonly PickedFile[]): Sorted {
  const ready: ReadyFile[] = [];
  const tooLarge: string[] = [];
  const unusable: string[] = [];
  const taken = new Set<string>();
  for (const { file, path } of picked) {
    if (SYSTEM_FILES.test(file.name)) continue;
    const place = normalizeFilePath(path);
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
 * All dropped files, from all levels of folders. Must be called in the drop's handler, before the browser
 * clears the entries. Rejects when a folder cannot be read.
 */
export function filesOfDrop(transfer: DataTransfer): Promise<PickedFile[]> {
  const entries = [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  return readAll(entries.filter((entry) => entry !== null));
}

async function readAll(entries: readonly (FileSystemEntry | File)[]): Promise<PickedFile[]> {
  const files: PickedFile[] = [];
  for (const entry of entries) files.push(...(await readEntry(entry)));
  return files;
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

/** A reader returns at most 100 entries at a time, and an empty list at the end. */
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
