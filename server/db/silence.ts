import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { connectionTo, type DatabaseTarget } from './target.ts';

/** The database accepted a statement or connection and has not responded since. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent';
}

const PROBE_MS = 2000;
const PROBE_PAUSE_MS = 250;
/** How long calls wait for the first probe, which succeeds at once if only some connections were frozen. */
const GRACE_MS = 300;

/**
 * Rejects when `sent` has not settled after `ms`. Pending input is read first, so that a busy process does not count as
 * a silent database.
 */
function within<T>(sent: Promise<T>, ms: number, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    let settled = false;
    const timer = setTimeout(() => {
      setImmediate(() => {
        if (!settled) reject(late());
      });
    }, ms);
    const settle = (): void => {
      settled = true;
      clearTimeout(timer);
    };
    sent.then(resolve, reject).finally(settle);
  });
}

/**
 * A pg client that gives up after `ms` without a response: a frozen database's own timeouts do not fire.
 */
export function clientWithTimeout(Base: typeof Client, ms: number, onSilent: () => void): typeof Client {
  return class extends Base {
    override query(...args: unknown[]): never {
      const send = super.query.bind(this) as (...args: unknown[]) => unknown;
      const sent = send(...args);
      if (!(sent instanceof Promise)) return sent as never;
      return within(sent, ms, () => {
        const error = new DatabaseSilent(`no answer in ${ms} ms`);
        onSilent();
        this.connection.stream.destroy(error);
        return error;
      }) as never;
    }
  };
}

/** Whether the database responds, as far as known. */
export interface Watch {
  /** Number of silences; connections from before the last one may be frozen. */
  readonly silences: number;
  /** Rejects while the database is silent, so that calls do not wait. */
  check(): Promise<void>;
  /** Reports a timeout: the database counts as silent until a new connection responds. */
  silent(): void;
  stop(): void;
}

/** Watches a database; a silent one is probed on separate connections until it responds. */
export function watchDatabase(target: DatabaseTarget): Watch {
  let silences = 0;
  let probing = false;
  const stopping = new AbortController();
  let grace: Promise<unknown> = Promise.resolve();

  const probe = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      if (await answers(target)) {
        probing = false;
        return;
      }
      await wait(PROBE_PAUSE_MS, undefined, { ref: false });
    }
  };
  return {
    get silences() {
      return silences;
    },
    async check() {
      if (!probing) return;
      await grace;
      if (probing) throw new DatabaseSilent('the database does not answer');
    },
    silent() {
      silences += 1;
      if (probing) return;
      probing = true;
      grace = Promise.race([probe(), wait(GRACE_MS, undefined, { ref: false })]);
    },
    stop() {
      stopping.abort();
    },
  };
}

async function answers(target: DatabaseTarget): Promise<boolean> {
  const limits = { connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS };
  const client = new Client({ ...connectionTo(target), application_name: 'talkback probe', ...limits });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    // Not `end`, which waits for a frozen database.
    client.connection.stream.destroy();
  }
}
