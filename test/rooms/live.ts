import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Hint } from '../../../shared/notifications/contract.ts';
import type { TestApp } from '../../test/app.ts';
import type { TestPerson } from '../../test/people.ts';

/** An open stream of a test: what it has heard so far. */
export interface TestStream {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** Everything as it came. */
  text(): string;
  hints(): Hint[];
  /** From now on it is as if nothing had been heard yet. */
  forget(): void;
  /** Resolves with all hints once one of them is like this; throws after 5 s. */
  heard(like: Partial<Hint>): Promise<Hint[]>;
  readonly ended: Promise<void>;
  close(): void;
}

/** Makes an application of a test listen; answers its port. */
export async function portOf({ app }: Pick<TestApp, 'app'>): Promise<number> {
  if (!app.http.server.listening) await app.http.listen({ host: '127.0.0.1', port: 0 });
  return (app.http.server.address() as AddressInfo).port;
}

const HOSTS = { studio: 'localhost:4000', partners: 'localhost:4001', operator: 'localhost:4002' } as const;
const LIMIT_MS = 5000;

/** Opens `GET /api/v2/events` as a browser does; resolves once its head is there. */
export async function openStream(port: number, { front, cookie }: Pick<TestPerson, 'front' | 'cookie'>) {
  const headers = { host: HOSTS[front], cookie };
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
  const hints = (): Hint[] =>
    [...text.slice(from).matchAll(/^data: (\{.*\})$/gm)].map((found) => JSON.parse(found[1] ?? '') as Hint);
  const stream: TestStream = {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: () => text,
    hints,
    forget() {
      from = text.length;
    },
    async heard(like) {
      const deadline = performance.now() + LIMIT_MS;
      const isLike = (hint: Hint): boolean =>
        (like.kind === undefined || hint.kind === like.kind) &&
        (like.session_id === undefined || hint.session_id === like.session_id);
      while (!hints().some(isLike)) {
        if (performance.now() > deadline) throw new Error(`not heard: ${JSON.stringify(like)} in ${text}`);
        await wait(5);
      }
      return hints();
    },
    ended,
    close: () => request.destroy(),
  };
  return stream;
}
