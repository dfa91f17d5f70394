import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { withWork, type CommandContext } from './commands.ts';
import { stepClock, stepWallClock } from './engine/time.ts';
import type { Api } from './http/api.ts';
import { createHandler, type Handler, type Pages } from './http/server.ts';
import { hostedPages } from './pages/pages.ts';
import { ROUTES } from './routes/all.ts';
import { createControl } from './control/control.ts';
import { travel, type Traveled } from './control/travel.ts';
import { migrate, openPool, type DatabaseTarget } from './store/database.ts';
import { equals } from './store/work.ts';
import { freeTaken } from './webhooks/claim.ts';
import { createDeliveries } from './webhooks/deliveries.ts';
import { createWorker } from './worker.ts';

export type StripeSandboxOptions = CommonOptions & (ListenOptions | MountOptions);

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
  /** The secret key that calls must carry. */
  readonly key: string;
  /** The key that a browser may carry; never one that tells the secret key. */
  readonly publishableKey: string;
  /** An endpoint that is there from the start, and its secret. */
  readonly webhook?: { readonly url: string; readonly secret: string };
  /** Milliseconds of the wall clock. */
  readonly now: () => number;
  readonly onFault?: (error: unknown) => void;
  readonly pages?: (context: CommandContext) => Pages;
  /** Milliseconds between looks at what time alone brings; 0: only after requests. */
  readonly every?: number;
}

export interface StripeSandbox {
  readonly url: string;
  /** Answers a request to the sandbox's origin. */
  readonly handle: Handler;
  readonly context: CommandContext;
  /** Waits until all clocks have arrived and all that is due has been delivered; retries are made at once. */
  settled(customer?: string): Promise<void>;
  /** Moves a customer's test clock by `15d`, `1mo` or to what happens `next`, and waits as `settled` does. */
  travel(customer: string, by: string): Promise<Traveled>;
  /** Lets happen what is due by now, and waits until it is done. */
  runDue(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the sandbox on its own schema of the database. */
export async function startStripeSandbox(options: StripeSandboxOptions): Promise<StripeSandbox> {
  const pool = openPool(options.database);
  const onFault = options.onFault ?? ((error: unknown) => console.error(error));
  const { now } = options;
  let origin = 'origin' in options ? options.origin : '';
  const context: CommandContext = { pool, now, origin: () => origin };
  await migrate(pool);
  await freeTaken(context);
  await dropOldKeys(context);
  if (options.webhook !== undefined) await keepEndpoint(context, options.webhook);

  const deliveries = createDeliveries(context, onFault);
  const clocks = createWorker(async () => {
    const moved = await step(context);
    if (moved) deliveries.wake();
    return moved;
  }, onFault);
  const wake = (): void => {
    clocks.wake();
    deliveries.wake();
  };

  const api: Api = {
    pool,
    routes: ROUTES,
    keys: { secret: options.key, publishable: options.publishableKey },
    now,
    origin: () => origin,
    onFault,
    onWritten: wake,
  };
  const pages = (options.pages ?? hostedPages)(context);
  const settled = async (customer?: string): Promise<void> => {
    do {
      wake();
      await clocks.idle();
    } while ((await deliveries.flush(customer)) > 0);
  };
  const runDue = async (): Promise<void> => {
    wake();
    await clocks.idle();
    await deliveries.idle();
  };
  const control = createControl({ ...context, keys: api.keys, settled, runDue, onFault });
  const handle = createHandler(api, control, async (request) => {
    const response = await pages(request);
    if (request.method === 'POST') wake();
    return response;
  });
  const server = 'origin' in options ? null : createServer(handle);
  if (server !== null && 'port' in options) origin = await listen(server, options);
  const every = options.every ?? 1000;
  const timer = every === 0 ? null : setInterval(wake, every).unref();
  wake();

  return {
    url: origin,
    handle,
    context,
    settled,
    runDue,
    travel: (customer, by) => travel({ ...context, settled }, customer, by),
    close: async () => {
      clocks.stop();
      deliveries.stop();
      if (timer !== null) clearInterval(timer);
      server?.close();
      server?.closeAllConnections();
      await clocks.idle();
      await deliveries.idle();
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

/** One step of all clocks. False when there was nothing to do. */
async function step(context: CommandContext): Promise<boolean> {
  const { rows } = await context.pool.query<{ id: string }>(
    `select id from sandbox_stripe.objects
     where kind = 'test_helpers.test_clock' and not deleted and data ->> 'status' = 'advancing'`,
  );
  let moved = false;
  for (const { id } of rows) if (await withWork(context, (work) => stepClock(work, id))) moved = true;
  const due = await context.pool.query(
    'select 1 from sandbox_stripe.objects where clock is null and due <= $1 and not deleted limit 1',
    [Math.floor(context.now() / 1000)],
  );
  if ((due.rowCount ?? 0) > 0 && (await withWork(context, stepWallClock))) moved = true;
  return moved;
}

/** Idempotency keys count for a day. */
async function dropOldKeys({ pool, now }: CommandContext): Promise<void> {
  await pool.query('delete from sandbox_stripe.idempotency_keys where created < $1', [
    Math.floor(now() / 1000) - 86_400,
  ]);
}

/** The installation's own endpoint: one for its address, with the secret that it was told. */
async function keepEndpoint(
  context: CommandContext,
  { url, secret }: { url: string; secret: string },
): Promise<void> {
  await withWork(context, async (work) => {
    const [known] = await work.select('webhook_endpoint', [equals('metadata.installation', 'own')]);
    const endpoint =
      known ??
      work.add(
        {
          id: work.id('webhook_endpoint'),
          object: 'webhook_endpoint',
          api_version: null,
          application: null,
          created: work.now,
          description: null,
          enabled_events: ['*'],
          livemode: false,
          metadata: { installation: 'own' },
          status: 'enabled',
          url,
        },
        { secret },
      );
    endpoint.url = url;
    work.hidden(endpoint).secret = secret;
  });
}
