import * as z from 'zod/mini';
import { PROVIDERS } from '../../billing/rules-provider.ts';
import { endpoint } from '../../lib/endpoint.ts';
import { perAccount } from '../../lib/limits.ts';
import { Instant } from '../../lib/wire.ts';
import * as calls from './calls-content.ts';
import { PRICE_STATES } from '../../billing/rules-prices.ts';
import { PRICES_TEXTS } from './texts-prices.ts';

export const OfferPrice = z.object({
  state: z.enum(PRICE_STATES),
  kind: z.enum(['plan', 'bundle', 'top-up']),
  /** The plan's or bundle's id; 'credit' for one credit. */
  offer: z.string(),
  name: z.string(),
  cents: z.int(),
  credits: z.int(),
  /** null: it is sold once. */
  is_annual: z.nullable(z.boolean()),
  /** At the provider; null: not made yet. */
  price_id: z.nullable(z.string()),
  made_at: z.nullable(Instant),
});
export type OfferPrice = z.infer<typeof OfferPrice>;

const Prices = z.object({
  /** Those that this studio has access to. */
  providers: z.array(
    z.object({
      provider: z.enum(PROVIDERS),
      mode: z.enum(['sandbox', 'test', 'live']),
      prices: z.array(OfferPrice),
    }),
  ),
  /** Names what is to do; changes with it. */
  seen: z.string(),
});

export const listPrices = endpoint({
  ...calls.listPrices,
  summary: 'The price of each offer at each payment provider, and what is to do before all is sold',
  who: ['operator'],
  response: Prices,
});

export const makePrices = endpoint({
  ...calls.makePrices,
  summary: 'Make, rename and retire prices at the payment providers, as was seen',
  who: ['operator'],
  body: z.object({ seen: z.string().check(z.maxLength(100)) }),
  rateLimit: [perAccount('make-prices', 10, 600)],
  response: Prices,
  problems: {
    payments_not_configured: { status: 409, detail: PRICES_TEXTS.none },
    prices_busy: { status: 409, detail: PRICES_TEXTS.busy },
    offers_changed: { status: 409, detail: PRICES_TEXTS.changed },
    provider_unavailable: { status: 503, detail: PRICES_TEXTS.away(['The payment provider']) },
  },
});
