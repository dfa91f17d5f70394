import type { OpenUpload, signUpload, uploadLink } from '#shared/files/contract.ts';
import type { UploadStatus } from '#shared/files/rules.ts';
import type { InputOf } from '#shared/lib/endpoint.ts';
import type { Session } from '#shared/sessions/contract.ts';

/** One upload as it is shown; sizes in bytes. */
export interface Upload {
  readonly id: string;
  readonly prefix: string;
  readonly name: string;
  readonly status: UploadStatus;
  readonly loaded: number;
  readonly total: number;
  /** The connection is away; it continues by itself. */
  readonly waiting: boolean;
}

/** The uploads of one session and their report. */
export interface UploadGroup {
  readonly session: UploadSession;
  readonly uploads: readonly Upload[];
  /** Begun before this page was opened; they continue when the same file is chosen again. */
  readonly unfinished: readonly OpenUpload[];
  readonly status: UploadStatus;
  /** The report that the group is complete. */
  readonly report: 'none' | 'reporting' | 'reported' | 'failed';
  /** Why something failed, for the person. */
  readonly problem: string | null;
}

/** The session fields that uploads need. */
export type UploadSession = Pick<Session, 'id' | 'end_date' | 'session_info' | 'partner'>;

/** A multipart upload at storage. */
export interface MultipartUpload {
  readonly key: string;
  readonly uploadId: string;
}

/** Sends bytes. Every file that `send` queues ends in `done`, `failed` or `cancel`. */
export interface Transport {
  send(files: readonly Sending[]): void;
  cancel(ids: readonly string[]): void;
}
export interface Sending {
  readonly id: string;
  readonly file: File;
  readonly name: string;
  readonly contentType: string;
  /** Some of its parts may be in storage already; only the others are sent. */
  readonly begun: MultipartUpload | null;
}

/** A request to storage to be signed. Without `uploadId`, PUT sends a whole file and POST begins a multipart upload. */
export interface StorageRequest {
  readonly method: 'PUT' | 'POST' | 'GET';
  readonly uploadId?: string | undefined;
  readonly partNumber?: number | undefined;
}

/** A signed address and the key that it is for. */
export interface Link {
  readonly key: string;
  readonly url: string;
}

/** Why a file did not go through. */
export interface UploadFailure {
  /** The response's status; null without one. */
  readonly status: number | null;
  /** The studio's message; null when storage or the network ended it. */
  readonly message: string | null;
}

export interface TransportEvents {
  /** Called before every request, when its turn has come. */
  sign(id: string, request: StorageRequest): Promise<Link>;
  progress(id: string, loaded: number): void;
  /** A part has been stored. */
  partStored(id: string): void;
  done(id: string): void;
  failed(id: string, failure: UploadFailure): void;
}

type LinkFiles = InputOf<typeof uploadLink>['body']['files'];
type SignRequest = Omit<InputOf<typeof signUpload>['body'], 'session_id'>;

/** The sessions with unfinished uploads of each person, for the time after a reload. */
export interface UploadMemory {
  read(personId: string): readonly number[];
  write(personId: string, sessionIds: readonly number[]): void;
}

/** The uploads that windows of this browser are sending, by key. */
export interface UploadClaims {
  /** Claims these keys for this window and releases its others. */
  set(keys: ReadonlySet<string>): void;
  /** The keys of all windows. */
  taken(): Promise<ReadonlySet<string>>;
}

/** Files that have arrived while others of their group have not. */
export interface PartialReport {
  readonly keys: readonly string[];
}

/** Everything outside the store. */
export interface UploadPorts {
  readonly transport: (events: TransportEvents) => Promise<Transport>;
  /** Begins uploads; returns keys and signed addresses in the order of the files. */
  readonly link: (sessionId: number, files: LinkFiles) => Promise<readonly Link[]>;
  /** Signs one request of an upload that was begun. */
  readonly sign: (sessionId: number, request: SignRequest) => Promise<string>;
  /** The unfinished uploads of a session. */
  readonly open: (sessionId: number) => Promise<readonly OpenUpload[]>;
  /** Gives uploads up, in storage too. */
  readonly giveUp: (sessionId: number, keys: readonly string[]) => Promise<unknown>;
  readonly session: (sessionId: number) => Promise<UploadSession>;
  /** Reports that files have arrived, some of a group or the last of it; returns the session. */
  readonly report: (session: UploadSession, some?: PartialReport) => Promise<Session>;
  readonly failure: (error: unknown) => UploadFailure;
  readonly errorMessage: (error: unknown) => string;
  readonly memory: UploadMemory;
  readonly claims: UploadClaims;
  /** Milliseconds; only differences count. */
  readonly clock: () => number;
  /** Runs something after some milliseconds; returns its cancel function. */
  readonly later: (ms: number, run: () => void) => () => void;
  /** Runs something soon: batches changes into one render. */
  readonly soon: (run: () => void) => void;
}
