import type { Pool } from 'pg';
import type { Pages } from '../lib/http.ts';
import { prepare, run, type Running } from '../lib/running.ts';
import { withWork, type CommandContext } from './commands.ts';
import { stepClock, stepWallClock } from './engine/time.ts';
import { answer, type ApiResponse } from './http/api.ts';
import type { ApiRequest } from '../lib/http.ts';
import type { Keys } from './http/keys.ts';
import { hostedPages } from './pages/pages.ts';
import { ROUTES } from './routes/all.ts';
import { equals, SCHEMA } from './store/work.ts';
import { signature } from './webhooks/sign.ts';

export interface StripeOptions {
  readonly pool: Pool;
  readonly origin: () => string;
  readonly keys: Keys;
  /** An endpoint that is there from the start, and its secret. */
  readonly webhook?: { readonly url: string; readonly secret: string } | undefined;
  /** Milliseconds of the wall clock. */
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
  readonly pages?: ((context: CommandContext) => Pages) | undefined;
}

export interface RunningStripe extends Running {
  readonly context: CommandContext;
  readonly answer: (request: ApiRequest) => Promise<ApiResponse>;
  readonly pages: Pages;
}

/** Runs Stripe's stand-in on its own schema of the database. */
export async function runStripe(options: StripeOptions): Promise<RunningStripe> {
  const { pool, now, origin, keys, onFault } = options;
  const context: CommandContext = { pool, schema: SCHEMA, now, origin };
  await prepare(context);
  if (options.webhook !== undefined) await keepEndpoint(context, options.webhook);
  const running = run({
    ...context,
    step: () => step(context),
    isDue: `exists (select ${ADVANCING}) or exists (select ${DUE})`,
    onFault,
    sign: ({ secret }, body) => ({
      'stripe-signature': signature(secret, Math.floor(now() / 1000), body),
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    }),
  });
  const api = { pool, routes: ROUTES, keys, now, origin, onFault, onWritten: running.wake };
  return {
    ...running,
    context,
    answer: (request) => answer(api, request),
    pages: (options.pages ?? hostedPages)(context),
  };
}

/** SQL of the clocks that move, and of what is due by none of them at $1, in seconds. */
const ADVANCING = `from ${SCHEMA}.objects
  where kind = 'test_helpers.test_clock' and not deleted and data ->> 'status' = 'advancing'`;
const DUE = `from ${SCHEMA}.objects where clock is null and due <= $1 and not deleted`;

/** One step of all clocks. False when there was nothing to do. */
async function step(context: CommandContext): Promise<boolean> {
  const { rows } = await context.pool.query<{ id: string }>(`select id ${ADVANCING}`);
  let moved = false;
  for (const { id } of rows) if (await withWork(context, (work) => stepClock(work, id))) moved = true;
  const due = await context.pool.query(`select ${DUE} limit 1`, [Math.floor(context.now() / 1000)]);
  if ((due.rowCount ?? 0) > 0 && (await withWork(context, stepWallClock))) moved = true;
  return moved;
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
