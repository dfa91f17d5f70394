import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { connectionTo, type DatabaseTarget } from '../db/target.ts';
import type { Log } from '../lib/log.ts';

/** A channel and its callbacks. */
interface ListenOptions {
  readonly target: DatabaseTarget;
  /** A plain name. */
  readonly channel: string;
  readonly log: Log;
  readonly onMessage: (payload: string) => void;
  /** Reconnected after a loss: notifications were missed meanwhile. */
  readonly onReconnect: () => void;
}

/** A dedicated connection for LISTEN; reconnects with backoff. */
export interface Listener {
  stop(): Promise<void>;
}

const TIMEOUT_MS = 5000;
/** Probe of the connection: interval and timeout in milliseconds. */
const PROBE_MS = 30_000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5000;

/**
 * Listens on a channel on a connection of its own, reconnecting with backoff. Resolves after the first attempt,
 * successful or not.
 */
export async function listen(options: ListenOptions): Promise<Listener> {
  const { log } = options;
  const stopping = new AbortController();
  const first = Promise.withResolvers<void>();
  let wasLost = false;
  let pause = FIRST_PAUSE_MS;

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await listenOnce(options, stopping.signal, () => {
          pause = FIRST_PAUSE_MS;
          first.resolve();
          if (wasLost) options.onReconnect();
        });
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        log.warn({ reason, channel: options.channel }, 'not listening; trying again');
      }
      wasLost = true;
      first.resolve();
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => {});
      pause = Math.min(pause * 2, MAX_PAUSE_MS);
    }
  };
  const running = run();
  await first.promise;
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Listens until the connection is lost (throws) or `signal` says stop (resolves). */
async function listenOnce(
  { target, channel, onMessage }: ListenOptions,
  signal: AbortSignal,
  listening: () => void,
): Promise<void> {
  const client = new Client({
    ...connectionTo(target),
    application_name: 'talkback live',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    keepAlive: true,
  });
  const ended = Promise.withResolvers<void>();
  // Handle a rejection that comes before it is awaited.
  ended.promise.catch(() => {});
  client.on('error', ended.reject);
  client.on('end', () => ended.reject(new Error('the connection has ended')));
  client.on('notification', ({ payload }) => onMessage(payload ?? ''));
  const stop = (): void => ended.resolve();
  signal.addEventListener('abort', stop, { once: true });
  let probe: NodeJS.Timeout | undefined;
  try {
    await client.connect();
    await client.query(`listen ${channel}`);
    listening();
    probe = setInterval(() => void client.query('select 1').catch(ended.reject), PROBE_MS);
    probe.unref();
    if (!signal.aborted) await ended.promise;
  } finally {
    clearInterval(probe);
    signal.removeEventListener('abort', stop);
    void client.end().catch(() => {});
  }
}
