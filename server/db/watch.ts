import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { connectionTo, type DatabaseTarget } from './target.ts';

/** The database accepted a statement or connection and has not responded since. */
export class DatabaseTimeout extends Error {
  override readonly name = 'DatabaseTimeout';
}

const PROBE_MS = 2000;
const PROBE_PAUSE_MS = 250;
/** How long calls wait for the first probe, which succeeds at once if only some connections were frozen. */
const GRACE_MS = 300;

/**
 * Rejects when `sent` has not settled `ms` after its turn came. Pending input is read first, so that a busy process is
 * not taken for a frozen database.
 */
function withTimeout<T>(
  sent: Promise<T>,
  turn: Promise<void>,
  ms: number,
  onTimeout: () => Error,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let settled = false;
    let timer: NodeJS.Timeout | undefined;
    const start = (): void => {
      if (settled) return;
      timer = setTimeout(() => {
        setImmediate(() => {
          if (!settled) reject(onTimeout());
        });
      }, ms);
    };
    void turn.then(start);
    const settle = (): void => {
      settled = true;
      clearTimeout(timer);
    };
    sent.then(resolve, reject).finally(settle);
  });
}

const noop = (): void => {};

/**
 * A pg client that gives up after `ms` without a response: a frozen database's own timeouts do not fire.
 */
export function clientWithTimeout(Base: typeof Client, ms: number, onTimeout: () => void): typeof Client {
  return class extends Base {
    /** The statement sent last is answered: those of a connection are executed one after the other. */
    #last = Promise.resolve();

    override query(...args: unknown[]): never {
      const send = super.query.bind(this) as (...args: unknown[]) => unknown;
      const sent = send(...args);
      if (!(sent instanceof Promise)) return sent as never;
      const turn = this.#last;
      this.#last = sent.then(noop, noop);
      return withTimeout(sent, turn, ms, () => {
        const error = new DatabaseTimeout(`no answer in ${ms} ms`);
        onTimeout();
        this.connection.stream.destroy(error);
        return error;
      }) as never;
    }
  };
}

/** Whether the database responds, as far as known. */
export interface DatabaseWatch {
  /** Number of timeouts; connections opened before the last one may be frozen. */
  readonly timeouts: number;
  /** Rejects while the database does not respond, so that calls do not wait. */
  check(): Promise<void>;
  /** From now on calls are rejected until a new connection responds. */
  reportTimeout(): void;
  stop(): void;
}

/** Watches a database; after a timeout it is probed on separate connections until it responds. */
export function watchDatabase(target: DatabaseTarget): DatabaseWatch {
  let timeouts = 0;
  let probing = false;
  const stopping = new AbortController();
  let grace: Promise<unknown> = Promise.resolve();

  const probe = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      if (await responds(target)) {
        probing = false;
        return;
      }
      await wait(PROBE_PAUSE_MS, undefined, { ref: false });
    }
  };
  return {
    get timeouts() {
      return timeouts;
    },
    async check() {
      if (!probing) return;
      await grace;
      if (probing) throw new DatabaseTimeout('the database does not answer');
    },
    reportTimeout() {
      timeouts += 1;
      if (probing) return;
      probing = true;
      grace = Promise.race([probe(), wait(GRACE_MS, undefined, { ref: false })]);
    },
    stop() {
      stopping.abort();
    },
  };
}

async function responds(target: DatabaseTarget): Promise<boolean> {
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
