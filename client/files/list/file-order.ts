import type { FileEntry } from '#shared/files/contract.ts';

/** The columns that files can be sorted by. */
export type FileColumn = 'name' | 'modified' | 'size';
export interface FileOrder {
  readonly by: FileColumn;
  readonly down: boolean;
}

/** Sorts 'Take 2' before 'Take 10', and ignores case. */
const NAMES = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const byName = (a: FileEntry, b: FileEntry) => NAMES.compare(a.filePath, b.filePath);
const COMPARE: Readonly<Record<FileColumn, (a: FileEntry, b: FileEntry) => number>> = {
  name: byName,
  modified: (a, b) => Date.parse(a.last_modified) - Date.parse(b.last_modified),
  size: (a, b) => a.size - b.size,
};

/** Files in order; ties by name. */
export function orderFiles(files: readonly FileEntry[], { by, down }: FileOrder): readonly FileEntry[] {
  const sign = down ? -1 : 1;
  return files.toSorted((a, b) => sign * COMPARE[by](a, b) || byName(a, b));
}

/** The order after a click on a column's head: first its default direction, then the reverse. */
export function pressColumn(present: FileOrder, by: FileColumn): FileOrder {
  return { by, down: present.by === by ? !present.down : by !== 'name' };
}
