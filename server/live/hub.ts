import { Readable } from 'node:stream';
import type { Hint } from '#shared/notifications/contract.ts';
import type { Live, Reader } from '../ctx/ctx.ts';

/** The open streams of this process. */
export interface Hub extends Live {
  /** Notifies people of a change. `at` orders changes, the same in every process. */
  tell(people: readonly string[], at: string, hint: Hint): void;
  /** Notifies everybody who books of changed slots. */
  tellOfSlots(musicians: readonly string[]): void;
  /** Events may have been missed: every reader refetches. */
  resync(): void;
  /** Ends all streams; later ones end at once. */
  close(): void;
}

/** Returns which login sessions are valid, as hex. */
type LiveLogins = (logins: readonly Buffer[]) => Promise<ReadonlySet<string>>;

/** Interval of heartbeats and of checks of the login session. */
const BEAT_MS = 25_000;
/** Streams are checked in batches, one per second. */
const SHARES = 25;
/** How long slot changes are collected, to limit events per stream. */
const SLOTS_MS = 200;
/** Above this number of musicians only a change of slots is reported, not whose. */
const MOST_NAMED = 50;
const slotsOf = (musician_id: string): Hint => ({ kind: 'slots', musician_id });
/** Maximum of streams per person; the oldest is closed. */
const MOST = 20;
/** Maximum unread characters before a reader is dropped; it reconnects and refetches. */
const BEHIND = 65_536;
const RETRY_MS = 2000;
/** Reconnect delay for a stream closed by the limit; prevents two streams from evicting each other in a loop. */
const ROOM_MADE_MS = 60_000;

const BEAT = ': still here\nevent: beat\ndata:\n\n';

interface Stream extends Reader {
  readonly body: Readable;
  readonly share: number;
}

/** Creates the hub. Its timer is unref'd. */
export function createHub(validLogins: LiveLogins): Hub {
  const shares = Array.from({ length: SHARES }, () => new Set<Stream>());
  const byPerson = new Map<string, Set<Stream>>();
  let opened = 0;
  let beat = 0;
  let closed = false;

  const remove = (stream: Stream): void => {
    shares[stream.share]?.delete(stream);
    const own = byPerson.get(stream.personId);
    if (own?.delete(stream) && own.size === 0) byPerson.delete(stream.personId);
  };
  const end = (stream: Stream): void => {
    remove(stream);
    stream.body.push(null);
  };
  const write = (stream: Stream, text: string): void => {
    if (stream.body.readableLength + text.length <= BEHIND) stream.body.push(text);
    else {
      remove(stream);
      stream.body.destroy();
    }
  };
  /** Ends streams whose login session is over; none while the database is unavailable. */
  const check = async (streams: readonly Stream[]): Promise<void> => {
    const live = await validLogins(streams.map(({ login }) => login)).catch(() => null);
    if (live === null) return;
    for (const stream of streams) if (!live.has(stream.login.toString('hex'))) end(stream);
  };

  const timer = setInterval(() => {
    beat = (beat + 1) % SHARES;
    const due = [...(shares[beat] ?? [])];
    for (const stream of due) write(stream, BEAT);
    if (due.length > 0) void check(due);
  }, BEAT_MS / SHARES);
  timer.unref();

  let changed = new Set<string>();
  let gathering: NodeJS.Timeout | undefined;
  const tellOfChanged = (): void => {
    gathering = undefined;
    const whole: Hint[] = [{ kind: 'slots' }];
    const hints = changed.size > MOST_NAMED ? whole : [...changed].map(slotsOf);
    changed = new Set();
    const text = hints.map((hint) => `data: ${JSON.stringify(hint)}\n\n`).join('');
    for (const stream of shares.flatMap((share) => [...share])) if (stream.books) write(stream, text);
  };

  return {
    open(reader) {
      const body = new Readable({ read() {} });
      body.push(`retry: ${RETRY_MS}\n\n`);
      const stream = { ...reader, body, share: opened % SHARES };
      if (closed) {
        end(stream);
        return body;
      }
      opened += 1;
      const own = byPerson.get(reader.personId) ?? new Set();
      byPerson.set(reader.personId, own);
      const [oldest] = own;
      if (oldest !== undefined && own.size >= MOST) {
        oldest.body.push(`retry: ${ROOM_MADE_MS}\n\n`);
        end(oldest);
        byPerson.set(reader.personId, own);
      }
      own.add(stream);
      shares[stream.share]?.add(stream);
      body.once('close', () => remove(stream));
      return body;
    },
    tell(people, at, hint) {
      const text = `id: ${at}\ndata: ${JSON.stringify(hint)}\n\n`;
      for (const person of people) {
        const own = [...(byPerson.get(person) ?? [])];
        for (const stream of own) write(stream, text);
        if (hint.kind === 'me' && own.length > 0) void check(own);
      }
    },
    tellOfSlots(musicians) {
      for (const musician of musicians) changed.add(musician);
      gathering ??= setTimeout(tellOfChanged, SLOTS_MS);
      gathering.unref();
    },
    resync() {
      const text = `data: ${JSON.stringify({ kind: 'resync' } satisfies Hint)}\n\n`;
      for (const stream of shares.flatMap((share) => [...share])) write(stream, text);
    },
    close() {
      closed = true;
      clearInterval(timer);
      clearTimeout(gathering);
      for (const stream of shares.flatMap((share) => [...share])) end(stream);
    },
  };
}
