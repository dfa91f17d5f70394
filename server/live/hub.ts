import { Readable } from 'node:stream';
import type { Hint } from '../../../shared/notifications/contract.ts';

/** Whose stream it is, and the login session that it lives by. */
export interface Reader {
  readonly personId: string;
  /** The hash of the login session's token. */
  readonly login: Buffer;
}

/** The open streams of this process. */
export interface Hub {
  /** A stream of hints for a reader, as server-sent events; it ends with their login session. */
  open(reader: Reader): Readable;
  /** Tells people of a change. `at` is its place among all changes, the same in every process. */
  tell(people: readonly string[], at: string, hint: Hint): void;
  /** Something may have been missed: every reader asks for everything again. */
  resync(): void;
  /** Ends all streams; whoever comes later gets one that has ended. */
  close(): void;
}

/** Answers which of these login sessions live, as hex. */
type LiveLogins = (logins: readonly Buffer[]) => Promise<ReadonlySet<string>>;

/** How often each stream hears something and its login session is looked at. */
const BEAT_MS = 25_000;
/** Streams are looked at in shares, one each second, so that thousands never come at once. */
const SHARES = 25;
/** How many streams a person may have; the oldest one makes room. */
const MOST = 20;
/** What a reader may leave lying before they are dropped, in characters; they come back and ask for everything. */
const BEHIND = 65_536;
const RETRY_MS = 2000;
/** Whoever was closed to make room stays away for a while, or two would push each other out for ever. */
const ROOM_MADE_MS = 60_000;

const BEAT = ': still here\nevent: beat\ndata:\n\n';

interface Stream extends Reader {
  readonly body: Readable;
  readonly share: number;
}

/** Makes the hub. Its timer keeps no process alive. */
export function createHub(liveLogins: LiveLogins): Hub {
  const shares = Array.from({ length: SHARES }, () => new Set<Stream>());
  const byPerson = new Map<string, Set<Stream>>();
  let opened = 0;
  let beat = 0;
  let closed = false;

  const forget = (stream: Stream): void => {
    shares[stream.share]?.delete(stream);
    const own = byPerson.get(stream.personId);
    if (own?.delete(stream) && own.size === 0) byPerson.delete(stream.personId);
  };
  const end = (stream: Stream): void => {
    forget(stream);
    stream.body.push(null);
  };
  const write = (stream: Stream, text: string): void => {
    if (stream.body.readableLength + text.length <= BEHIND) stream.body.push(text);
    else {
      forget(stream);
      stream.body.destroy();
    }
  };
  /** Ends the streams whose login session is over. A database that is away says nothing about that. */
  const check = async (streams: readonly Stream[]): Promise<void> => {
    const live = await liveLogins(streams.map(({ login }) => login)).catch(() => null);
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
      body.once('close', () => forget(stream));
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
    resync() {
      const text = `data: ${JSON.stringify({ kind: 'resync' } satisfies Hint)}\n\n`;
      for (const stream of shares.flatMap((share) => [...share])) write(stream, text);
    },
    close() {
      closed = true;
      clearInterval(timer);
      for (const stream of shares.flatMap((share) => [...share])) end(stream);
    },
  };
}
