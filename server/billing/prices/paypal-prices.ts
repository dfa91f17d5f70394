import { createHash } from 'node:crypto';
import type { Sale } from '#shared/billing/rules-prices.ts';
import type { PayPalAt } from '../paypal/ask-paypal.ts';
import { PayPalRefused, type Call, type PayPal } from '../paypal/client.ts';
import { find } from '../paypal/fetch-customer.ts';
import { moneyOf } from '../paypal/objects.ts';
import type { PricePlan } from './plan-prices.ts';
import type { Price } from './queries-prices.ts';

/** Ours to choose: so it is found again, and made once. */
const PRODUCT = 'TALKBACK-MEMBERSHIP';

/** Makes and revives the plans at PayPal; what is sold once has no object there. Returns the new prices. */
export async function sellAtPaypal({ paypal }: PayPalAt, { make, revive }: PricePlan): Promise<Price[]> {
  if (make.some(({ kind }) => kind === 'plan')) await ensureProduct(paypal);
  const made: Price[] = [];
  for (const sale of make)
    made.push(
      sale.kind === 'plan' ? await makePlan(paypal, sale) : { ...sale, ...ownIds(sale), retired_at: null },
    );
  for (const { kind, price_id } of revive)
    if (kind === 'plan') await switchPlan(paypal, price_id, 'activate');
  return made;
}

/** Takes plans from sale at PayPal; who has one keeps it. */
export async function retireAtPaypal({ paypal }: PayPalAt, retire: readonly Price[]): Promise<void> {
  for (const { kind, price_id } of retire)
    if (kind === 'plan') await switchPlan(paypal, price_id, 'deactivate');
}

function ownIds({ kind, offer_id, unit_cents, credits }: Sale): Pick<Price, 'price_id' | 'product_id'> {
  const terms = kind === 'top-up' ? [unit_cents] : [unit_cents, credits];
  const id = [kind, offer_id, ...terms].join(':');
  return { price_id: id, product_id: id };
}

async function ensureProduct(paypal: PayPal): Promise<void> {
  if ((await find(paypal, `/v1/catalogs/products/${PRODUCT}`)) !== null) return;
  await paypal.call({
    method: 'POST',
    path: '/v1/catalogs/products',
    requestId: `product:${PRODUCT}`,
    body: { id: PRODUCT, name: 'Talkback studio membership', type: 'SERVICE' },
  });
}

async function makePlan(paypal: PayPal, { name, ...sale }: Sale): Promise<Price> {
  const body = {
    product_id: PRODUCT,
    name,
    status: 'ACTIVE',
    billing_cycles: [
      {
        frequency: { interval_unit: sale.is_annual === true ? 'YEAR' : 'MONTH', interval_count: 1 },
        tenure_type: 'REGULAR',
        sequence: 1,
        // Until it is cancelled.
        total_cycles: 0,
        pricing_scheme: { fixed_price: moneyOf(sale.unit_cents) },
      },
    ],
    payment_preferences: {
      // One completed sale of a cycle is one grant: nothing is added up.
      auto_bill_outstanding: false,
      setup_fee_failure_action: 'CANCEL',
      payment_failure_threshold: 3,
    },
  };
  const key = createHash('sha256')
    .update(JSON.stringify([sale, body]))
    .digest('hex');
  const made: Call = { method: 'POST', path: '/v1/billing/plans', requestId: `plan:${key}`, body };
  const { id } = await paypal.call<{ id: string }>(made);
  return { ...sale, name, price_id: id, product_id: PRODUCT, retired_at: null };
}

/** To find it so already is success. */
async function switchPlan(paypal: PayPal, id: string, how: 'activate' | 'deactivate'): Promise<void> {
  try {
    await paypal.call({ method: 'POST', path: `/v1/billing/plans/${id}/${how}` });
  } catch (error) {
    if (!(error instanceof PayPalRefused) || !error.issues.includes('PLAN_STATUS_INVALID')) throw error;
  }
}
