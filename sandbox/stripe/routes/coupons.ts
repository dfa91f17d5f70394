import { invalid } from '../http/errors.ts';
import {
  clearable,
  decimal,
  flag,
  integer,
  integerIn,
  list,
  mergeMetadata,
  metadata,
  object,
  oneOf,
  required,
  text,
} from '../http/params.ts';
import { listOf, retrieve, route, type Route } from '../http/route.ts';
import { randomText } from '../../lib/ids.ts';
import type { Kinds } from '../store/kinds.ts';
import { given } from './charges.ts';

export const coupons: readonly Route[] = [
  route(
    'POST',
    '/v1/coupons',
    {
      id: text,
      amount_off: integerIn(1, 99_999_999),
      applies_to: object({ products: list(text) }),
      currency: text,
      duration: oneOf('forever', 'once', 'repeating'),
      duration_in_months: integerIn(1, 120),
      max_redemptions: integerIn(1, 1_000_000_000),
      metadata,
      name: text,
      percent_off: decimal,
      redeem_by: integer,
    },
    async ({ work, input }) => {
      const { amount_off: amount, percent_off: percent, duration = 'once' } = input;
      if ((amount === undefined) === (percent === undefined))
        throw invalid('Must provide percent_off or amount_off.', undefined, 'parameter_missing');
      if (percent !== undefined && (percent <= 0 || percent > 100))
        throw invalid('The percentage must be above 0 and at most 100.', 'percent_off');
      if (amount !== undefined && input.currency === undefined)
        throw invalid('Must provide currency with amount_off.', 'currency', 'parameter_missing');
      if ((duration === 'repeating') !== (input.duration_in_months !== undefined))
        throw invalid('duration_in_months belongs to duration=repeating.', 'duration_in_months');
      const id = input.id ?? randomText(8);
      if ((await work.any(id)) !== null)
        throw invalid('Coupon already exists.', 'id', 'resource_already_exists');
      const coupon: Kinds['coupon'] = {
        id,
        object: 'coupon',
        amount_off: amount ?? null,
        created: work.now,
        currency: input.currency?.toLowerCase() ?? null,
        duration,
        duration_in_months: input.duration_in_months ?? null,
        livemode: false,
        max_redemptions: input.max_redemptions ?? null,
        metadata: mergeMetadata({}, input.metadata),
        name: input.name ?? null,
        percent_off: percent ?? null,
        redeem_by: input.redeem_by ?? null,
        times_redeemed: 0,
        valid: true,
      };
      const products = input.applies_to?.products;
      work.add(coupon, products === undefined ? {} : { products: [...products] });
      await work.emit('coupon.created', coupon);
      return coupon;
    },
  ),
  listOf('/v1/coupons', 'coupon', {}, () => []),
  retrieve('/v1/coupons/:id', 'coupon'),
  route(
    'POST',
    '/v1/coupons/:id',
    { metadata, name: clearable(text) },
    async ({ work, input, ids: [id = ''] }) => {
      const coupon = await work.get('coupon', id);
      if (input.name !== undefined) coupon.name = input.name;
      coupon.metadata = mergeMetadata(coupon.metadata, input.metadata);
      await work.emit('coupon.updated', coupon);
      return coupon;
    },
  ),
  route('DELETE', '/v1/coupons/:id', {}, async ({ work, ids: [id = ''] }) => {
    const coupon = await work.get('coupon', id);
    work.remove(coupon);
    await work.emit('coupon.deleted', coupon);
    return { id, object: 'coupon', deleted: true };
  }),
];

export const promotionCodes: readonly Route[] = [
  route(
    'POST',
    '/v1/promotion_codes',
    {
      promotion: required(object({ type: required(oneOf('coupon')), coupon: required(text) })),
      active: flag,
      code: text,
      customer: text,
      expires_at: integer,
      max_redemptions: integerIn(1, 1_000_000_000),
      metadata,
      restrictions: object({ first_time_transaction: flag }),
    },
    async ({ work, input }) => {
      const coupon = await work.get('coupon', input.promotion.coupon, 'promotion[coupon]');
      const code = (input.code ?? randomText(8)).toUpperCase();
      const taken = await work.select('promotion_code', [
        { sql: `upper(data ->> 'code') = $ and data ->> 'active' = 'true'`, values: [code] },
      ]);
      if (taken.length > 0)
        throw invalid(`An active promotion code with \`code: ${code}\` already exists.`, 'code');
      if (input.customer !== undefined) await work.get('customer', input.customer, 'customer');
      const promotion: Kinds['promotion_code'] = {
        id: work.id('promotion_code'),
        object: 'promotion_code',
        active: input.active ?? true,
        code: input.code ?? code,
        created: work.now,
        customer: input.customer ?? null,
        customer_account: null,
        expires_at: input.expires_at ?? null,
        livemode: false,
        max_redemptions: input.max_redemptions ?? null,
        metadata: mergeMetadata({}, input.metadata),
        promotion: { coupon: coupon.id, type: 'coupon' },
        restrictions: {
          first_time_transaction: input.restrictions?.first_time_transaction ?? false,
          minimum_amount: null,
          minimum_amount_currency: null,
        },
        times_redeemed: 0,
      };
      work.add(promotion);
      await work.emit('promotion_code.created', promotion);
      return promotion;
    },
  ),
  listOf(
    '/v1/promotion_codes',
    'promotion_code',
    { active: flag, code: text, coupon: text, customer: text },
    ({ input: { active, code, coupon, customer } }) => [
      ...given({ active, customer, 'promotion.coupon': coupon }),
      ...(code === undefined ? [] : [{ sql: `lower(data ->> 'code') = lower($)`, values: [code] }]),
    ],
  ),
  retrieve('/v1/promotion_codes/:id', 'promotion_code'),
  route(
    'POST',
    '/v1/promotion_codes/:id',
    { active: flag, metadata },
    async ({ work, input, ids: [id = ''] }) => {
      const code = await work.get('promotion_code', id);
      if (input.active !== undefined) code.active = input.active;
      code.metadata = mergeMetadata(code.metadata, input.metadata);
      await work.emit('promotion_code.updated', code);
      return code;
    },
  ),
];
