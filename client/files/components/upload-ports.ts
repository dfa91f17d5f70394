import type { uploadLink } from '../../../shared/files/contract.ts';
import type { UploadStatus } from '../../../shared/files/rules.ts';
import type { InputOf } from '../../../shared/lib/endpoint.ts';
import type { Session } from '../../../shared/sessions/contract.ts';

/** One file on its way (part 2 section 3 "Upload item"). Bytes. */
export interface Upload {
  readonly id: string;
  readonly prefix: string;
  readonly name: string;
  readonly status: UploadStatus;
  readonly loaded: number;
  readonly total: number;
}

/** The uploads of one session and what the studio said to them. */
export interface UploadGroup {
  readonly session: UploadSession;
  readonly uploads: readonly Upload[];
  readonly status: UploadStatus;
  /** Whether the studio knows of what has arrived: it is told once nothing is under way any more. */
  readonly report: 'none' | 'telling' | 'told' | 'failed';
  /** Why something failed, in words for the person. */
  readonly problem: string | null;
}

/** What an upload must know of its session. */
export type UploadSession = Pick<Session, 'id' | 'end_date' | 'session_info' | 'partner'>;

/** How bytes travel. `send` queues; every file then ends in `done`, `failed` or `cancel`. */
export interface Transport {
  send(files: readonly Sending[]): void;
  cancel(ids: readonly string[]): void;
}
export interface Sending {
  readonly id: string;
  readonly file: File;
  readonly name: string;
  readonly contentType: string;
}
export interface TransportEvents {
  /** Asked when a file's turn has come. */
  url(id: string): Promise<string>;
  progress(id: string, loaded: number): void;
  done(id: string): void;
  /** `status` is storage's answer, null when there was none. */
  failed(id: string, status: number | null): void;
}

type LinkFiles = InputOf<typeof uploadLink>['body']['files'];

/** The outside world of the store. */
export interface UploadPorts {
  readonly transport: (events: TransportEvents) => Promise<Transport>;
  /** Signed addresses, in the order of the files. */
  readonly link: (sessionId: number, files: LinkFiles) => Promise<readonly string[]>;
  /** Tells the studio that files have arrived; it answers with the session. */
  readonly report: (session: UploadSession) => Promise<Session>;
  readonly words: (error: unknown) => string;
  /** Milliseconds; only differences count. */
  readonly clock: () => number;
  /** Runs something a moment later: many steps forward are one repaint. */
  readonly soon: (run: () => void) => void;
}
