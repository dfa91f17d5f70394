import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Pages } from '../lib/http.ts';
import { migrate, openPool, type DatabaseTarget } from '../lib/store/database.ts';
import { createWorker } from '../lib/worker.ts';
import { runPayPal, type RunningPayPal } from '../paypal/start.ts';
import { SCHEMA as PAYPAL } from '../paypal/store/work.ts';
import type { CommandContext } from '../stripe/commands.ts';
import { runStripe } from '../stripe/start.ts';
import { SCHEMA as STRIPE } from '../stripe/store/work.ts';
import { createControl } from './control.ts';
import { createHandler, type Handler } from './server.ts';
import { stripeTimeOf, travel, type Traveled } from './travel.ts';

export type SandboxOptions = CommonOptions & (ListenOptions | MountOptions);

/** It listens itself. */
interface ListenOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
}

/** The caller serves `handle` at this origin. */
interface MountOptions {
  readonly origin: string;
}

interface CommonOptions {
  readonly database: DatabaseTarget;
  /** The secret key that calls to Stripe must carry. */
  readonly key: string;
  /** The key that a browser may carry; never one that tells the secret key. */
  readonly publishableKey: string;
  /** Stripe's endpoint that is there from the start, and its secret. */
  readonly webhook?: { readonly url: string; readonly secret: string };
  /** Absent: there is no PayPal. */
  readonly paypal?: {
    readonly clientId: string;
    readonly clientSecret: string;
    /** Where PayPal's webhooks go, and the id under which they are verified. */
    readonly webhook?: { readonly id: string; readonly url: string };
  };
  /** Milliseconds of the wall clock. */
  readonly now: () => number;
  readonly onFault?: (error: unknown) => void;
  readonly pages?: (context: CommandContext) => Pages;
  /** Milliseconds between looks at what time alone brings; 0: only after requests. */
  readonly every?: number;
}

export interface Sandbox {
  readonly url: string;
  /** Answers a request to the sandbox's origin. */
  readonly handle: Handler;
  /** For Stripe's commands. */
  readonly context: CommandContext;
  /** For PayPal's commands, and what it runs; null where there is no PayPal. */
  readonly paypal: RunningPayPal | null;
  /** Waits until all clocks have arrived and all that is due has been delivered; retries are made at once. */
  settled(customer?: string): Promise<void>;
  /**
   * Moves the clocks of a customer of Stripe, a payer of PayPal or a person by `15d`, `1mo` or to what happens `next`,
   * and waits as `settled` does.
   */
  travel(customer: string, by: string): Promise<Traveled>;
  /** Lets happen what is due by now, and waits until it is done. */
  runDue(): Promise<void>;
  close(): Promise<void>;
}

/** Makes the schemas in a database that no sandbox runs on. */
export async function prepareDatabase(target: DatabaseTarget): Promise<void> {
  const pool = openPool(target);
  try {
    await migrate(pool, STRIPE);
    await migrate(pool, PAYPAL);
  } finally {
    await pool.end();
  }
}

/** Starts the stand-ins for payment providers on one origin. Stripe's calls are below /v1, PayPal's below /paypal. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const pool = openPool(options.database);
  const onFault = options.onFault ?? ((error: unknown) => console.error(error));
  const { now } = options;
  let url = 'origin' in options ? options.origin : '';
  const origin = (): string => url;
  const keys = { secret: options.key, publishable: options.publishableKey };
  const stripe = await runStripe({ ...options, pool, origin, keys, onFault });
  const { paypal: account } = options;
  const paypal =
    account === undefined
      ? null
      : await runPayPal({
          ...account,
          pool,
          origin,
          now,
          onFault,
          timeElsewhere: stripeTimeOf(stripe.context),
        });
  const running = paypal === null ? [stripe] : [stripe, paypal];
  const wake = (): void => running.forEach((one) => one.wake());
  const at = {
    stripe: stripe.context,
    paypal: paypal?.context ?? null,
    settled: async (customer?: string) => {
      for (const one of running) await one.settled(customer);
    },
    runDue: async () => {
      for (const one of running) await one.runDue();
    },
  };
  const waking =
    (pages: Pages): Pages =>
    async (request) => {
      const response = await pages(request);
      if (request.method === 'POST') wake();
      return response;
    };
  const handle = createHandler({
    origin,
    control: createControl({ ...at, keys, onFault }),
    stripe: stripe.answer,
    stripePages: waking(stripe.pages),
    paypal: paypal?.answer ?? null,
    paypalPages: paypal === null ? null : waking(paypal.pages),
    onFault,
  });
  const server = 'origin' in options ? null : createServer(handle);
  if (server !== null && 'port' in options) url = await listen(server, options);
  const look = createWorker(async () => {
    const answers = running.map(({ isDue }) => `(${isDue})`);
    const { rows } = await pool.query<{ due: boolean[] }>(`select array[${answers.join(', ')}] as due`, [
      Math.floor(now() / 1000),
      now(),
    ]);
    running.forEach((one, i) => {
      if (rows[0]?.due[i] === true) one.wake();
    });
    return false;
  }, onFault);
  const every = options.every ?? 5000;
  const timer = every === 0 ? null : setInterval(look.wake, every).unref();
  wake();
  return {
    url,
    handle,
    context: stripe.context,
    paypal,
    settled: at.settled,
    runDue: at.runDue,
    travel: (customer, by) => travel(at, customer, by),
    close: async () => {
      if (timer !== null) clearInterval(timer);
      server?.close();
      server?.closeAllConnections();
      look.stop();
      await look.idle();
      for (const one of running) await one.stop();
      await pool.end();
    },
  };
}

/** Returns the origin. */
async function listen(server: Server, { host, port }: ListenOptions): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening');
  return `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
}
