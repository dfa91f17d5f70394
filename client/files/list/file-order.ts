import type { FileEntry } from '../../../shared/files/contract.ts';

/** The columns that a list of files can be sorted by (part 2 "Files modal"). */
export type FileColumn = 'name' | 'modified' | 'size';
export interface FileOrder {
  readonly by: FileColumn;
  readonly down: boolean;
}

/** 'Take 2' before 'Take 10', and capitals beside their small letters. */
const NAMES = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const byName = (a: FileEntry, b: FileEntry) => NAMES.compare(a.filePath, b.filePath);
const COMPARE: Readonly<Record<FileColumn, (a: FileEntry, b: FileEntry) => number>> = {
  name: byName,
  modified: (a, b) => Date.parse(a.last_modified) - Date.parse(b.last_modified),
  size: (a, b) => a.size - b.size,
};

/** Files in order; equals stay by name. */
export function orderFiles(files: readonly FileEntry[], { by, down }: FileOrder): readonly FileEntry[] {
  const sign = down ? -1 : 1;
  return files.toSorted((a, b) => sign * COMPARE[by](a, b) || byName(a, b));
}

/** What pressing a column's head does: its own order first, then the other way round. */
export function pressColumn(present: FileOrder, by: FileColumn): FileOrder {
  return { by, down: present.by === by ? !present.down : by !== 'name' };
}
