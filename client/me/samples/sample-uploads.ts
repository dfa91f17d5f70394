import { useEffect, useSyncExternalStore } from 'react';
import { beginSample, deleteSample, finishSample } from '#shared/catalogue/calls-samples.ts';
import { audioKind, HEAD_BYTES, sampleFileProblem } from '#shared/catalogue/rules-samples.ts';
import { SAMPLES } from '#shared/catalogue/texts-samples.ts';
import { createBackoff } from '../../files/uploads/store/backoff.ts';
import { classifyFailure, errorMessage } from '../../files/uploads/store/failures.ts';
import { failureOf } from '../../files/uploads/store/failure-of.ts';
import type { Link, Transport, UploadFailure } from '../../files/uploads/store/ports.ts';
import { call } from '../../lib/api.ts';
import { nextToFinish } from './finish-order.ts';

/** A file on its way to become a sample; sizes in bytes. */
export interface SampleUpload {
  readonly id: string;
  readonly owner: string;
  readonly file: File;
  readonly loaded: number;
  readonly status: 'sending' | 'checking' | 'failed';
  /** The connection is away; it continues by itself. */
  readonly waiting: boolean;
  /** Why it failed. */
  readonly problem: string | null;
  /** The sample that was begun for it. */
  readonly sampleId: string | null;
}

const FAILED = 'This file could not be sent. Please try again.';

let uploads: readonly SampleUpload[] = [];
let lastId = 0;
const links = new Map<string, Link>();
const subscribers = new Set<() => void>();
const arrivals = new Set<() => void>();
/** Uploads whose bytes have arrived. */
const arrived = new Set<string>();
/** Samples are begun one after the other, since the server orders them by that. */
let begun: Promise<unknown> = Promise.resolve();
/** Chosen files are looked at one after the other, so that their rows keep that order. */
let looked: Promise<unknown> = Promise.resolve();
let transport: Promise<Transport> | undefined;
const backoff = createBackoff((ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
});

function set(next: readonly SampleUpload[]): void {
  uploads = next;
  for (const run of subscribers) run();
}

const find = (id: string) => uploads.find((upload) => upload.id === id);
const update = (id: string, part: Partial<SampleUpload>) =>
  set(uploads.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)));

/** Begins the sample with the first request of its upload. */
async function sign(id: string): Promise<Link> {
  const known = links.get(id);
  if (known !== undefined) return known;
  const upload = find(id);
  if (upload === undefined) throw new Error('This upload was cancelled');
  const { name, size } = upload.file;
  const beginning = begun.then(() => call(beginSample, { body: { name, size } }));
  begun = beginning.catch(() => undefined);
  const { sample, url } = await beginning;
  const link = { key: sample.id, url };
  if (find(id) === undefined) discard(sample.id);
  links.set(id, link);
  update(id, { sampleId: sample.id });
  return link;
}

/** The server removes it by itself where this call is lost. */
function discard(sampleId: string): void {
  call(deleteSample, { params: { id: sampleId } }).catch(() => undefined);
}

function fail(id: string, failure: UploadFailure): void {
  if (classifyFailure(failure) === 'away') {
    update(id, { waiting: true });
    backoff.wait(() => void send(id));
  } else {
    update(id, { status: 'failed', waiting: false, problem: errorMessage(failure) ?? FAILED });
    finishNext();
  }
}

/** Has the next of the arrived uploads become a sample. */
function finishNext(): void {
  const id = nextToFinish(uploads, arrived);
  if (id !== null) void finish(id);
}

async function finish(id: string): Promise<void> {
  const sampleId = find(id)?.sampleId;
  if (sampleId === null || sampleId === undefined) return;
  backoff.reset();
  update(id, { status: 'checking', waiting: false });
  try {
    await backoff.until(
      () => call(finishSample, { params: { id: sampleId } }),
      (error) => classifyFailure(failureOf(error)) === 'away',
      () => find(id) === undefined,
    );
    links.delete(id);
    set(uploads.filter((upload) => upload.id !== id));
    for (const run of arrivals) run();
  } catch (error) {
    update(id, { status: 'failed', problem: failureOf(error).message ?? FAILED });
  }
  finishNext();
}

const loadTransport = async (): Promise<Transport> =>
  (await import('../../files/uploads/store/transport.ts')).createTransport(
    {
      sign,
      progress: (id, loaded) => update(id, { loaded, waiting: false }),
      partStored: () => undefined,
      done: (id) => {
        arrived.add(id);
        finishNext();
      },
      failed: fail,
    },
    failureOf,
  );

async function send(id: string): Promise<void> {
  try {
    transport ??= loadTransport();
    const loaded = await transport;
    const file = find(id)?.file;
    const contentType = file?.type || 'application/octet-stream';
    if (file !== undefined) loaded.send([{ id, file, name: file.name, contentType, begun: null }]);
  } catch (error) {
    // The transport's code could not be loaded: nothing was sent.
    transport = undefined;
    fail(id, failureOf(error));
  }
}

/** Why a chosen file cannot be a sample, by its name, size and first bytes; null when it is sent. */
async function problemOf(file: File): Promise<string | null> {
  const problem = sampleFileProblem(file);
  if (problem === 'not_audio') return SAMPLES.noAudioName;
  if (problem === 'too_large') return SAMPLES.tooLarge;
  if (problem === 'empty') return SAMPLES.emptyFile;
  const head = await file.slice(0, HEAD_BYTES).arrayBuffer();
  return audioKind(new Uint8Array(head)) === null ? SAMPLES.notAudio : null;
}

/** This browser tab's uploads of samples. */
export const sampleUploads = {
  /** Sends a file; what cannot be a sample fails at once, with words. */
  async add(owner: string, file: File): Promise<void> {
    lastId += 1;
    const id = `sample-${lastId}`;
    const looking = looked.then(() => problemOf(file).catch(() => FAILED));
    looked = looking;
    const problem = await looking;
    const status = problem === null ? ('sending' as const) : ('failed' as const);
    set([...uploads, { id, owner, file, loaded: 0, status, waiting: false, problem, sampleId: null }]);
    if (problem === null) void send(id);
  },
  /** Begins a failed upload anew: a sample is small enough. */
  retry(id: string): void {
    const upload = find(id);
    if (upload === undefined) return;
    sampleUploads.remove(id);
    void sampleUploads.add(upload.owner, upload.file);
  },
  /** Ends an upload, or takes a failed one off the list. */
  remove(id: string): void {
    const upload = find(id);
    set(uploads.filter((other) => other.id !== id));
    links.delete(id);
    finishNext();
    transport?.then(
      (loaded) => loaded.cancel([id]),
      () => undefined,
    );
    if (upload?.sampleId !== null && upload?.sampleId !== undefined) discard(upload.sampleId);
  },
  /** Subscribes to samples that have just arrived; returns the unsubscribe function. */
  onArrived(run: () => void): () => void {
    arrivals.add(run);
    return () => void arrivals.delete(run);
  },
};

globalThis.addEventListener('online', () => backoff.retryNow());

/** A person's uploads of samples; warns before the page is left while one is under way. */
export function useSampleUploads(owner: string): readonly SampleUpload[] {
  const all = useSyncExternalStore(
    (run) => {
      subscribers.add(run);
      return () => void subscribers.delete(run);
    },
    () => uploads,
  );
  const isBusy = all.some(({ status }) => status !== 'failed');
  useEffect(() => {
    if (!isBusy) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener('beforeunload', warn);
    return () => globalThis.removeEventListener('beforeunload', warn);
  }, [isBusy]);
  return all.filter((upload) => upload.owner === owner);
}
