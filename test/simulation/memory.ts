/** A time that somebody was told is theirs. */
export interface BookedSession {
  readonly client: string;
  readonly musician: string;
  readonly title: string;
}

/** A file that was acknowledged as complete. */
export interface SentFile {
  readonly session: number;
  readonly folder: 'user' | 'output';
  readonly path: string;
  readonly sha256: string;
}

/** What the studio has acknowledged, and so must still have. */
export class Memory {
  readonly booked = new Map<number, BookedSession>();
  readonly cancelled = new Set<number>();
  /** Bodies of messages, each one of a kind. */
  readonly messages = new Set<string>();
  /** By session, folder and path: a later file of the same name takes the place of an earlier one. */
  readonly files = new Map<string, SentFile>();
  /** Statuses as they were last seen, by session. */
  readonly statuses = new Map<number, string>();

  #people = 0;

  /** Numbers people. */
  nextPerson(): number {
    return (this.#people += 1);
  }

  sent(file: SentFile): void {
    this.files.set(`${file.session} ${file.folder} ${file.path}`, file);
  }

  /** A folder of sessions was emptied. */
  emptied(sessions: ReadonlySet<number>, folder: SentFile['folder']): void {
    for (const [key, file] of this.files)
      if (file.folder === folder && sessions.has(file.session)) this.files.delete(key);
  }
}
