/** Makes a whole backup in a folder that is not there yet. */
export type MakeBackup = (folder: string) => Promise<unknown>;

/** Where scheduled backups are kept. Only names of scheduled backups are listed, written and removed. */
export interface BackupPlace {
  /** Whole backups and their bytes, in no defined order. */
  list(): Promise<readonly ListedBackup[]>;
  /** Keeps what `make` makes under a name that is not taken. It is listed once it is whole. */
  store(name: string, make: MakeBackup): Promise<void>;
  remove(name: string): Promise<void>;
  /** Removes what was begun by a process that was killed; only while no other stores. */
  removeUnfinished(): Promise<void>;
  /** Throws unless backups can be written, read and removed. Returns what is known of the room that is left. */
  check(): Promise<{ readonly freeBytes: number | null }>;
}

export interface ListedBackup {
  readonly name: string;
  readonly bytes: number;
}
