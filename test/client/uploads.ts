import type { OpenUpload } from '#shared/files/contract.ts';
import { PART_BYTES } from '#shared/files/rules.ts';
import type { Session } from '#shared/sessions/contract.ts';
import type { ReadyFile } from '#client/files/uploads/picked-files.ts';
import type {
  Sending,
  TransportEvents,
  UploadFailure,
  UploadPorts,
  UploadSession,
} from '#client/files/uploads/store/ports.ts';
import { createUploads } from '#client/files/uploads/store/uploads.ts';

export const SESSION = { id: 100217 } as UploadSession;
export const OTHER = { id: 100218 } as UploadSession;
export const ANSWER = { id: 100217 } as Session;

/** A refusal or an unavailability, as a call throws it. */
export class Refusal extends Error {
  readonly failure: UploadFailure;

  constructor(status: number | null, message = 'Refused.') {
    super(message);
    this.failure = { status, message };
  }
}
/** No response. */
export const UNAVAILABLE = new Refusal(null, 'Nobody there.');
/** Storage's responses. */
export const answered = (status: number | null): UploadFailure => ({ status, message: null });

/** A file that reports a size without having the bytes. */
export function file(path: string, size = 100, lastModified = 1000): ReadyFile {
  const cut = path.lastIndexOf('/') + 1;
  const data = new File([], path.slice(cut), { type: 'audio/wav', lastModified });
  Object.defineProperty(data, 'size', { value: size });
  return { file: data, path, prefix: path.slice(0, cut), name: path.slice(cut) };
}

/** Seven parts, the last of one byte. */
export const LARGE = PART_BYTES * 6 + 1;

export function openUpload(over: Partial<OpenUpload> = {}): OpenUpload {
  const begun = { key: 'old-key', uploadId: 'old-upload', filename: 'mix.wav', prefix: '' };
  const size = { fileSize: LARGE, fileModified: 1000, loaded: PART_BYTES * 2 };
  return { ...begun, ...size, started_at: '2026-01-01T00:00:00Z', ...over };
}

interface Over extends Omit<Partial<UploadPorts>, 'report'> {
  readonly report?: () => Promise<Session>;
}

/** A store with a scripted transport and manual time. */
export function setUp({ report, ...over }: Over = {}) {
  const sent: Sending[] = [];
  const cancelled: string[] = [];
  const asked: { id: number; files: readonly Parameters<UploadPorts['link']>[1][number][] }[] = [];
  const signed: unknown[] = [];
  const given: { id: number; keys: readonly string[] }[] = [];
  const reported: number[] = [];
  /** The keys of each report, null for that of a whole group. */
  const partial: (readonly string[] | null)[] = [];
  const arrived: number[] = [];
  const written: Record<string, readonly number[]> = {};
  const claimed: string[][] = [];
  const pauses: { ms: number; run: () => void }[] = [];
  let events: TransportEvents | undefined;
  let time = 0;
  const ports: UploadPorts = {
    transport: async (gave) => {
      events = gave;
      return { send: (files) => void sent.push(...files), cancel: (ids) => void cancelled.push(...ids) };
    },
    link: (id, files) => {
      asked.push({ id, files });
      const call = asked.length;
      return Promise.resolve(
        files.map((_, at) => ({ key: `key-${call}-${at}`, url: `https://storage/${call}/${at}` })),
      );
    },
    sign: async (_, request) => {
      signed.push(request);
      return `https://storage/signed/${signed.length}`;
    },
    open: async () => [],
    giveUp: async (id, keys) => void given.push({ id, keys }),
    session: async (id) => ({ id }) as UploadSession,
    report: async ({ id }, some) => {
      reported.push(id);
      partial.push(some?.keys ?? null);
      return (await report?.()) ?? ANSWER;
    },
    failure: (error) => (error instanceof Refusal ? error.failure : { status: 500, message: null }),
    errorMessage: (error) => (error instanceof Error ? error.message : 'unknown'),
    memory: {
      read: (personId) => written[personId] ?? [],
      write: (personId, ids) => {
        written[personId] = ids;
      },
    },
    claims: { set: (keys) => void claimed.push([...keys]), taken: async () => new Set() },
    clock: () => time,
    later: (ms, run) => {
      const pause = { ms, run };
      pauses.push(pause);
      return () => void pauses.splice(pauses.indexOf(pause), 1);
    },
    soon: (run) => run(),
    ...over,
  };
  const store = createUploads(ports);
  store.onArrived(({ id }) => arrived.push(id));
  return {
    store,
    sent,
    cancelled,
    asked,
    signed,
    given,
    reported,
    partial,
    arrived,
    written,
    claimed,
    pauses,
    events: () => {
      if (events === undefined) throw new Error('Nothing was sent yet');
      return events;
    },
    pass: (ms: number) => {
      time += ms;
    },
    /** Ends the current pause; returns its length. */
    endPause: async (): Promise<number | undefined> => {
      const pause = pauses.shift();
      pause?.run();
      await flush();
      return pause?.ms;
    },
    rows: () =>
      store.groups().flatMap(({ uploads }) => uploads.map(({ name, status }) => `${name} ${status}`)),
    first: () => store.groups()[0]?.uploads[0],
  };
}

/** Flushes promises. */
export const flush = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Whole files and their first links. */
export const PUT = { method: 'PUT' } as const;
