import http from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Hint } from '#shared/notifications/contract.ts';
import { onThisMachine } from '../api/busy.ts';
import type { TestPerson } from '../api/people.ts';

/** An open stream and its events so far. */
export interface TestStream {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** All events. */
  text(): string;
  hints(): Hint[];
  /** Hints of slots, which `hints` leaves out: they come late and to all who book. */
  slots(): Hint[];
  /** Clears received events. */
  clear(): void;
  /** Resolves with all hints once one matches; throws after 5 s. */
  waitForHint(like: Partial<Hint>): Promise<Hint[]>;
  readonly ended: Promise<void>;
  close(): void;
}

const HOSTS = { studio: 'localhost:4000', partners: 'localhost:4001', operator: 'localhost:4002' } as const;
const LIMIT_MS = 5000;

/** Opens `GET /api/v2/events`; resolves after the headers. `asBrowser`: it is first told of changes just before. */
export async function openStream(
  port: number,
  { front, cookie }: Pick<TestPerson, 'front' | 'cookie'>,
  asBrowser = false,
) {
  const headers = { host: HOSTS[front], cookie, ...(asBrowser && { accept: 'text/event-stream' }) };
  const request = http.get({ host: '127.0.0.1', port, path: '/api/v2/events', headers, agent: false });
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject);
  });
  let text = '';
  let from = 0;
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const ended = new Promise<void>((resolve) => {
    response.once('end', resolve).once('error', () => resolve());
  });
  const all = (): Hint[] =>
    [...text.slice(from).matchAll(/^data: (\{.*\})$/gm)].map((found) => JSON.parse(found[1] ?? '') as Hint);
  const hints = (): Hint[] => all().filter(({ kind }) => kind !== 'slots');
  const stream: TestStream = {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: () => text,
    hints,
    slots: () => all().filter(({ kind }) => kind === 'slots'),
    clear() {
      from = text.length;
    },
    async waitForHint(like) {
      const deadline = performance.now() + onThisMachine(LIMIT_MS);
      const isLike = (hint: Hint): boolean =>
        (like.kind === undefined || hint.kind === like.kind) &&
        (like.session_id === undefined || hint.session_id === like.session_id) &&
        (like.musician_id === undefined || hint.musician_id === like.musician_id);
      while (!all().some(isLike)) {
        if (performance.now() > deadline) throw new Error(`not heard: ${JSON.stringify(like)} in ${text}`);
        await wait(5);
      }
      return like.kind === 'slots' ? stream.slots() : hints();
    },
    ended,
    close: () => request.destroy(),
  };
  return stream;
}
