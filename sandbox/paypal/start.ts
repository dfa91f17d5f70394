import { randomBytes } from 'node:crypto';
import type { ApiRequest, Pages } from '../lib/http.ts';
import { prepare, run, type Running } from '../lib/running.ts';
import { withWork, type PayPalContext } from './commands.ts';
import { isDue, stepClocks } from './engine/time.ts';
import { answer, type ApiResponse } from './http/api.ts';
import type { Account } from './http/token.ts';
import { hostedPages } from './pages/pages.ts';
import { CATALOGUE } from './routes/catalogue.ts';
import { CLOCKS } from './routes/clocks.ts';
import { NOTIFICATIONS } from './routes/notifications.ts';
import { ORDERS } from './routes/orders.ts';
import { SUBSCRIPTIONS } from './routes/subscriptions.ts';
import { SCHEMA } from './store/work.ts';
import { signedHeaders } from './webhooks/sign.ts';

export interface PayPalOptions extends Account, Omit<PayPalContext, 'schema'> {
  /** Where webhooks go, and the id under which they are verified. */
  readonly webhook?: { readonly id: string; readonly url: string };
  readonly onFault: (error: unknown) => void;
}

export interface RunningPayPal extends Running {
  readonly context: PayPalContext;
  readonly answer: (request: ApiRequest) => Promise<ApiResponse>;
  readonly pages: Pages;
}

/** Runs PayPal's stand-in on its own schema of the database. */
export async function runPayPal(options: PayPalOptions): Promise<RunningPayPal> {
  const { pool, now, origin, timeElsewhere, onFault, clientId, clientSecret } = options;
  const context: PayPalContext = { pool, schema: SCHEMA, now, origin, timeElsewhere };
  await prepare(context);
  if (options.webhook !== undefined) await keepEndpoint(context, options.webhook);
  const running = run({
    ...context,
    step: () => step(context),
    isDue: isDue(SCHEMA),
    onFault,
    sign: ({ endpoint: id, secret }, body) =>
      signedHeaders({ id, secret }, body, { now: now(), api: `${origin()}/paypal` }),
  });
  const api = {
    pool,
    routes: [...CATALOGUE, ...SUBSCRIPTIONS, ...ORDERS, ...NOTIFICATIONS, ...CLOCKS],
    account: { clientId, clientSecret },
    now,
    origin,
    timeElsewhere,
    onFault,
    onWritten: running.wake,
  };
  return { ...running, context, answer: (request) => answer(api, request), pages: hostedPages(context) };
}

/** One step of all clocks. False when there was nothing to do. */
async function step(context: PayPalContext): Promise<boolean> {
  const seconds = Math.floor(context.now() / 1000);
  const { rowCount } = await context.pool.query(`select where ${isDue(SCHEMA)}`, [seconds]);
  return rowCount === 1 && (await withWork(context, stepClocks));
}

/** The installation's own endpoint. Its secret is the sandbox's own. */
async function keepEndpoint(
  context: PayPalContext,
  { id, url }: { readonly id: string; readonly url: string },
): Promise<void> {
  await withWork(context, async (work) => {
    for (const other of await work.select('webhook_endpoint', [])) if (other.id !== id) work.remove(other.id);
    const known = await work.find('webhook_endpoint', id);
    if (known !== null) known.url = url;
    else
      work.add(
        'webhook_endpoint',
        id,
        { id, url, status: 'enabled', enabled_events: ['*'] },
        { secret: randomBytes(32).toString('base64url') },
      );
  });
}
