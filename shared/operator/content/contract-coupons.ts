import * as z from 'zod/mini';
import { COUPON_STATES } from '../../billing/coupons/rules-coupons.ts';
import { COUPON } from '../../billing/coupons/texts-coupons.ts';
import { endpoint } from '../../lib/endpoint.ts';
import { perAccount } from '../../lib/limits.ts';
import { Day, Done, Instant, Text } from '../../lib/wire.ts';
import { AuditEntry } from '../contract-audit.ts';
import * as calls from './calls-content.ts';
import { COUPON_TEXTS } from './texts-coupons.ts';

const CouponId = z.string().check(z.regex(/^[\w-]{1,100}$/));

export const Coupon = z.object({
  /** The provider's. */
  id: CouponId,
  code: z.string(),
  /** What the checkout calls it; null: its code. */
  name: z.nullable(z.string()),
  state: z.enum(COUPON_STATES),
  /** One of the two; both null: in another currency, which is not taken here. */
  percent: z.nullable(z.number()),
  cents: z.nullable(z.int()),
  duration: z.enum(['once', 'repeating', 'forever']),
  months: z.nullable(z.int()),
  /** Names of the offers that it is for; null: for all. */
  offers: z.nullable(z.array(z.string())),
  redeemed: z.int(),
  max_redemptions: z.nullable(z.int()),
  /** From then on it cannot be used. */
  expires_at: z.nullable(Instant),
  made_at: Instant,
  first_only: z.boolean(),
  /** For one customer alone; the provider knows which. */
  for_one: z.boolean(),
  /** Only for sums from it on. */
  minimum_cents: z.nullable(z.int()),
});
export type Coupon = z.infer<typeof Coupon>;

const payments_not_configured = { status: 409, detail: COUPON_TEXTS.none } as const;
const provider_unavailable = { status: 503, detail: COUPON_TEXTS.away } as const;
const coupons_busy = { status: 409, detail: COUPON_TEXTS.busy } as const;
const not_found = { status: 404, detail: 'There is no such coupon.' } as const;
const outcome_open = { status: 503, detail: COUPON_TEXTS.open } as const;

export const listCoupons = endpoint({
  ...calls.listCoupons,
  summary: 'The coupons of the card provider, newest first, 50 at a time',
  who: ['operator'],
  query: z.object({
    /** `next` of the page before. */
    after: z.optional(CouponId),
  }),
  response: z.object({
    mode: z.enum(['sandbox', 'test', 'live']),
    coupons: z.array(Coupon),
    /** For the next page; null: there is none. */
    next: z.nullable(z.string()),
    /** What a coupon can be for. */
    offers: z.array(z.object({ id: z.string(), name: z.string() })),
    audit: z.array(AuditEntry),
  }),
  problems: { payments_not_configured, provider_unavailable, not_found },
});

export const makeCoupon = endpoint({
  ...calls.makeCoupon,
  summary: 'Make a coupon at the card provider',
  who: ['operator'],
  idempotent: true,
  rateLimit: [perAccount('make-coupon', 30, 600)],
  body: z.object({
    code: Text(64),
    percent: z.nullable(z.number(COUPON.badPercent)),
    cents: z.nullable(z.int(COUPON.badAmount).check(z.maximum(99_999_999, COUPON.badAmount))),
    duration: z.enum(['once', 'repeating', 'forever']),
    months: z.nullable(
      z.int(COUPON.badMonths).check(z.minimum(1, COUPON.badMonths), z.maximum(36, COUPON.tooLong)),
    ),
    /** Plans and bundles by their ids; none: all. */
    offers: z.array(Text(64)).check(z.maxLength(50)),
    max_redemptions: z.nullable(
      z.int(COUPON.badCount).check(z.minimum(1, COUPON.badCount), z.maximum(1_000_000, COUPON.badCount)),
    ),
    /** The last day on which it can be used, in the operator's zone. */
    last_day: z.nullable(Day),
    first_only: z.boolean(),
  }),
  response: z.object({ id: CouponId, code: z.string() }),
  problems: {
    payments_not_configured,
    provider_unavailable,
    coupons_busy,
    outcome_open,
    invalid: { status: 422, detail: 'Some fields are wrong. Nothing was made.' },
    code_taken: { status: 409, detail: COUPON_TEXTS.taken },
    refused: { status: 422, detail: 'The payment provider refuses.' },
  },
});

export const endCoupon = endpoint({
  ...calls.endCoupon,
  summary: 'End a coupon: nobody can use it from now on',
  who: ['operator'],
  params: z.object({ id: CouponId }),
  response: Done,
  problems: {
    payments_not_configured,
    provider_unavailable,
    coupons_busy,
    outcome_open,
    not_found,
    ended_already: { status: 409, detail: 'This coupon has ended already.' },
  },
});
