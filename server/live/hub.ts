import type { Writable } from 'node:stream';
import type { Hint } from '#shared/notifications/contract.ts';
import type { Live, Reader } from '../ctx/ctx.ts';
import { createRecent, type Recent } from './recent.ts';

/** The open streams of this process. */
export interface Hub extends Live {
  /** Notifies people of a change. `at` orders changes, the same in every process. */
  notify(people: readonly string[], at: string, hint: Hint): void;
  /** Notifies everybody who may book, and the musicians themselves, of changed slots. */
  notifySlots(musicians: readonly string[]): void;
  /** Notifies everybody who may book of a musician's published profile; without one, of what the studio offers. */
  notifyProfile(musician?: string): void;
  /** Events may have been missed: every reader refetches, and later ones are told nothing of before. */
  resync(): void;
  count(): number;
  /** Ends all streams; later ones end at once. */
  close(): void;
}

/** Returns which login sessions are valid, as hex. */
type FindValidLogins = (logins: readonly Buffer[]) => Promise<ReadonlySet<string>>;

/** Interval of heartbeats and of checks of the login session. */
const HEARTBEAT_MS = 25_000;
/** Streams are checked in batches, one per second. */
const BATCHES = 25;
/** How long slot changes are collected, to limit events per stream. */
const SLOTS_DELAY_MS = 200;
/** Above this number of musicians only a change of slots is reported, not whose. */
const MAX_MUSICIANS = 50;
const slotsOf = (musician_id: string): Hint => ({ kind: 'slots', musician_id });
const eventOf = (hint: Hint): string => `data: ${JSON.stringify(hint)}\n\n`;
/** Maximum of streams per person; the oldest is closed. */
const MAX_STREAMS = 20;
/** Maximum unread bytes before a reader is dropped; it reconnects and refetches. */
const MAX_BUFFERED = 65_536;
const RETRY_MS = 2000;
/** Reconnect delay for a stream closed by the limit; prevents two streams from evicting each other in a loop. */
const EVICTED_RETRY_MS = 60_000;

/** Since when the stream knows of changes, in milliseconds before its opening, then those it would have told. */
const recalled = ({ ms, events }: ReturnType<Recent['since']>): string =>
  `event: since\ndata: ${ms}\n\n${events.join('')}`;

const HEARTBEAT = ': still here\nevent: beat\ndata:\n\n';

interface Stream extends Reader {
  readonly out: Writable;
  readonly batch: number;
  /** What is written with the next flush. */
  pending: string;
}

/** Creates the hub. Its timers are unref'd. */
export function createHub(validLogins: FindValidLogins): Hub {
  const batches = Array.from({ length: BATCHES }, () => new Set<Stream>());
  const byPerson = new Map<string, Set<Stream>>();
  const recent = createRecent();
  let opened = 0;
  let currentBatch = 0;
  let closed = false;
  /** Runs while there are streams. */
  let heart: NodeJS.Timeout | undefined;

  const remove = (stream: Stream): void => {
    batches[stream.batch]?.delete(stream);
    const streams = byPerson.get(stream.personId);
    if (streams?.delete(stream) && streams.size === 0) byPerson.delete(stream.personId);
    if (byPerson.size > 0) return;
    // Nobody is there: the process need not wake.
    clearInterval(heart);
    heart = undefined;
  };
  const end = (stream: Stream, last = ''): void => {
    remove(stream);
    stream.out.end(stream.pending + last);
    stream.pending = '';
  };
  /** Streams with something pending: what arrives together is one write for each. */
  let waiting: Stream[] = [];
  const flush = (): void => {
    const due = waiting;
    waiting = [];
    for (const stream of due) {
      const { out, pending } = stream;
      stream.pending = '';
      if (out.writableLength + pending.length > MAX_BUFFERED) {
        remove(stream);
        out.destroy();
      } else if (pending !== '' && !out.destroyed) out.write(pending);
    }
  };
  const write = (stream: Stream, text: string): void => {
    if (waiting.length === 0) queueMicrotask(flush);
    if (stream.pending === '') waiting.push(stream);
    stream.pending += text;
  };
  /** Ends streams whose login session is over; none while the database is unavailable. */
  const check = async (streams: readonly Stream[]): Promise<void> => {
    const live = await validLogins(streams.map(({ login }) => login)).catch(() => null);
    if (live === null) return;
    for (const stream of streams) if (!live.has(stream.login.toString('hex'))) end(stream);
  };

  const beat = (): void => {
    currentBatch = (currentBatch + 1) % BATCHES;
    const due = [...(batches[currentBatch] ?? [])];
    for (const stream of due) write(stream, HEARTBEAT);
    if (due.length > 0) void check(due);
  };

  let changed = new Set<string>();
  let slotsTimer: NodeJS.Timeout | undefined;
  const flushSlots = (): void => {
    slotsTimer = undefined;
    const whole: Hint[] = [{ kind: 'slots' }];
    const hints = changed.size > MAX_MUSICIANS ? whole : [...changed].map(slotsOf);
    const own = [...changed];
    changed = new Set();
    const text = hints.map(eventOf).join('');
    recent.add(text, ({ books }) => books);
    for (const stream of batches.flatMap((batch) => [...batch])) if (stream.books) write(stream, text);
    for (const musician of own) {
      recent.add(eventOf(slotsOf(musician)), ({ books, personId }) => !books && personId === musician);
      for (const stream of byPerson.get(musician) ?? [])
        if (!stream.books) write(stream, eventOf(slotsOf(musician)));
    }
  };

  return {
    open(reader, out) {
      const stream: Stream = { ...reader, out, batch: opened % BATCHES, pending: '' };
      const begin = `retry: ${RETRY_MS}\n\n`;
      // A reader who has gone closes the stream; nothing else is lost.
      out.on('error', () => {});
      // Gone while it was opened: it will not be closed any more.
      if (out.destroyed) return;
      if (closed) return end(stream, begin);
      out.once('close', () => remove(stream));
      out.write(begin + (reader.recalls === true ? recalled(recent.since(reader)) : ''));
      opened += 1;
      const streams = byPerson.get(reader.personId) ?? new Set();
      byPerson.set(reader.personId, streams);
      const [oldest] = streams;
      if (oldest !== undefined && streams.size >= MAX_STREAMS) {
        end(oldest, `retry: ${EVICTED_RETRY_MS}\n\n`);
        byPerson.set(reader.personId, streams);
      }
      streams.add(stream);
      batches[stream.batch]?.add(stream);
      heart ??= setInterval(beat, HEARTBEAT_MS / BATCHES).unref();
    },
    notify(people, at, hint) {
      const text = `id: ${at}\ndata: ${JSON.stringify(hint)}\n\n`;
      recent.add(text, ({ personId }) => people.includes(personId));
      for (const person of people) {
        const streams = [...(byPerson.get(person) ?? [])];
        for (const stream of streams) write(stream, text);
        if (hint.kind === 'me' && streams.length > 0) void check(streams);
      }
    },
    notifySlots(musicians) {
      for (const musician of musicians) changed.add(musician);
      slotsTimer ??= setTimeout(flushSlots, SLOTS_DELAY_MS);
      slotsTimer.unref();
    },
    notifyProfile(musician) {
      const text = eventOf({ kind: 'profile', musician_id: musician });
      recent.add(text, ({ books }) => books);
      for (const stream of batches.flatMap((batch) => [...batch])) if (stream.books) write(stream, text);
    },
    resync() {
      recent.forget();
      const text = `data: ${JSON.stringify({ kind: 'resync' } satisfies Hint)}\n\n`;
      for (const stream of batches.flatMap((batch) => [...batch])) write(stream, text);
    },
    count: () => batches.reduce((sum, batch) => sum + batch.size, 0),
    close() {
      closed = true;
      clearInterval(heart);
      clearTimeout(slotsTimer);
      for (const stream of batches.flatMap((batch) => [...batch])) end(stream);
    },
  };
}
