import { randomBytes, randomUUID } from 'node:crypto';
import type http2 from 'node:http2';
import { setTimeout as wait } from 'node:timers/promises';
import type { Caller } from '../several/caller.ts';
import type { Load } from '../several/load.ts';

const FILE_BYTES = 200_000;
/** Of so many sessions one gets a file, and one is cancelled. */
const EVERY = 3;
/** Between two bookings they look at their sessions: all come from one address, which may send 300 messages a minute. */
const LOOKS = 10;
const LOOK_EVERY_MS = 250;
const RECONNECT_MS = 100;

/** What several visitors have seen together. */
export class Seen {
  readonly files: { readonly caller: Caller; readonly session: number; readonly bytes: Buffer }[] = [];
  /** How often a stream of live updates ended and was opened again. */
  reopened = 0;
}

/** Somebody with a tab open: books, writes, sends files, cancels, and hears of it all by live updates. */
export class Visitor {
  readonly #caller: Caller;
  readonly #load: Load;
  readonly #seen: Seen;
  /** Sessions with a message of this visitor. */
  readonly #written: number[] = [];
  #heard = '';
  #stream: http2.ClientHttp2Stream | undefined;
  #isGone = false;
  #done = 0;

  constructor(caller: Caller, load: Load, seen: Seen) {
    this.#caller = caller;
    this.#load = load;
    this.#seen = seen;
    this.#listen();
  }

  /** Works until the load is over or so many sessions are booked. */
  async work(wanted: number): Promise<void> {
    await this.#load.bookMany(this.#caller, wanted, async (session) => {
      this.#written.push(session);
      this.#done += 1;
      if (this.#done % EVERY === 1) await this.#sendFile(session);
      if (this.#done % EVERY === 2) await this.#cancel(session);
      await this.#look();
    });
  }

  /** Sessions in which they wrote and heard of no message. */
  unheard(): readonly number[] {
    const hints = [...this.#heard.matchAll(/^data: (\{.*\})$/gm)].map(
      ([, text = '']) => JSON.parse(text) as { kind: string; session_id?: number },
    );
    const heard = new Set(hints.filter(({ kind }) => kind === 'message').map(({ session_id }) => session_id));
    return this.#written.filter((session) => !heard.has(session));
  }

  leave(): void {
    this.#isGone = true;
    this.#stream?.close();
  }

  async #sendFile(session_id: number): Promise<void> {
    const { uploadLink, filesInfo } = this.#caller.contracts;
    const bytes = randomBytes(FILE_BYTES);
    const files = [{ fileName: 'take.wav', fileSize: bytes.length }];
    const link = await this.#caller.call(uploadLink, { body: { session_id, files } });
    this.#load.expect([200], 'upload link', link);
    const put = await fetch(link.body.urls[0]?.url ?? '', { method: 'PUT', body: bytes });
    this.#load.expect([200], 'file', { status: put.status, body: await put.text() });
    const body = { session_id, files_info: { status: 'presession-uploaded' } } as const;
    this.#load.expect([200], 'files', await this.#caller.call(filesInfo, { body }));
    this.#seen.files.push({ caller: this.#caller, session: session_id, bytes });
  }

  async #look(): Promise<void> {
    const { listSessions } = this.#caller.contracts;
    for (let look = 0; look < LOOKS && !this.#load.isOver; look += 1) {
      await wait(LOOK_EVERY_MS);
      const query = { group: 'upcoming' } as const;
      this.#load.expect([200], 'sessions', await this.#caller.call(listSessions, { query }));
    }
  }

  async #cancel(session_id: number): Promise<void> {
    const { cancel } = this.#caller.contracts;
    const cancelled = await this.#caller.call(cancel, { body: { session_id }, key: randomUUID() });
    this.#load.expect([200], 'cancellation', cancelled);
    if (cancelled.status === 200) this.#load.cancelled.add(session_id);
  }

  #listen(): void {
    const stream = this.#caller.browser.open('GET', '/api/v2/events', { accept: 'text/event-stream' });
    this.#stream = stream;
    stream.setEncoding('utf8').on('data', (text: string) => (this.#heard += text));
    // An error is followed by the end.
    stream.on('error', () => {});
    stream.once('close', () => {
      if (this.#isGone) return;
      this.#seen.reopened += 1;
      setTimeout(() => this.#isGone || this.#listen(), RECONNECT_MS);
    });
    stream.end();
  }
}

/** Files that do not come back byte for byte. */
export async function brokenFiles({ files }: Seen): Promise<readonly number[]> {
  const broken: number[] = [];
  for (const { caller, session, bytes } of files) {
    const query = { session_id: session, path: 'take.wav', folder: 'user' } as const;
    const { body } = await caller.call(caller.contracts.downloadLink, { query });
    const back = Buffer.from(await (await fetch(body.downloadUrl)).arrayBuffer());
    if (!back.equals(bytes)) broken.push(session);
  }
  return broken;
}
