import type { OpenUpload, signUpload, uploadLink } from '../../../shared/files/contract.ts';
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
  /** The connection or the studio is away; it goes on by itself. */
  readonly waiting: boolean;
}

/** The uploads of one session and what the studio said to them. */
export interface UploadGroup {
  readonly session: UploadSession;
  readonly uploads: readonly Upload[];
  /** Begun before this page was opened: they go on when the same file is picked again. */
  readonly unfinished: readonly OpenUpload[];
  readonly status: UploadStatus;
  /** Whether the studio knows of what has arrived: it is told once nothing is under way any more. */
  readonly report: 'none' | 'telling' | 'told' | 'failed';
  /** Why something failed, in words for the person. */
  readonly problem: string | null;
}

/** What an upload must know of its session. */
export type UploadSession = Pick<Session, 'id' | 'end_date' | 'session_info' | 'partner'>;

/** An upload in parts as storage knows it. */
export interface Begun {
  readonly key: string;
  readonly uploadId: string;
}

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
  /** Some of its parts may be in storage already: only the others travel. */
  readonly begun: Begun | null;
}

/** One request to storage that is to be signed; without an `uploadId` it puts a whole file (PUT) or begins parts (POST). */
export interface StorageRequest {
  readonly method: 'PUT' | 'POST' | 'GET';
  readonly uploadId?: string;
  readonly partNumber?: number;
}

/** Where storage takes a file. */
export interface Link {
  readonly key: string;
  readonly url: string;
}

/** Why a file did not go through. */
export interface UploadFailure {
  /** The answer's status; null when there was none. */
  readonly status: number | null;
  /** What the studio said; null when storage or the network ended it. */
  readonly words: string | null;
}

export interface TransportEvents {
  /** Asked before every request, when its turn has come. */
  sign(id: string, request: StorageRequest): Promise<Link>;
  progress(id: string, loaded: number): void;
  /** A part is in storage for good. */
  kept(id: string): void;
  done(id: string): void;
  failed(id: string, failure: UploadFailure): void;
}

type LinkFiles = InputOf<typeof uploadLink>['body']['files'];
type SignRequest = Omit<InputOf<typeof signUpload>['body'], 'session_id'>;

/** What brings a person's uploads back after a reload: the sessions that had some. */
export interface UploadMemory {
  read(personId: string): readonly number[];
  write(personId: string, sessionIds: readonly number[]): void;
}

/** Which uploads in parts a window of this browser is sending, by their keys. */
export interface UploadClaims {
  /** Those of this window; all others of it are let go. */
  keep(keys: ReadonlySet<string>): void;
  /** Those of all windows. */
  taken(): Promise<ReadonlySet<string>>;
}

/** The outside world of the store. */
export interface UploadPorts {
  readonly transport: (events: TransportEvents) => Promise<Transport>;
  /** Begins uploads: keys and signed addresses, in the order of the files. */
  readonly link: (sessionId: number, files: LinkFiles) => Promise<readonly Link[]>;
  /** Signs one request of an upload that was begun. */
  readonly sign: (sessionId: number, request: SignRequest) => Promise<string>;
  /** The uploads in parts of a session that have not ended. */
  readonly open: (sessionId: number) => Promise<readonly OpenUpload[]>;
  /** Gives uploads up, in storage too. */
  readonly giveUp: (sessionId: number, keys: readonly string[]) => Promise<unknown>;
  readonly session: (sessionId: number) => Promise<UploadSession>;
  /** Tells the studio that files have arrived; it answers with the session. */
  readonly report: (session: UploadSession) => Promise<Session>;
  readonly failure: (error: unknown) => UploadFailure;
  readonly words: (error: unknown) => string;
  readonly memory: UploadMemory;
  readonly claims: UploadClaims;
  /** Milliseconds; only differences count. */
  readonly clock: () => number;
  /** Runs something after some milliseconds; gives the way to stop it. */
  readonly later: (ms: number, run: () => void) => () => void;
  /** Runs something a moment later: many steps forward are one repaint. */
  readonly soon: (run: () => void) => void;
}
