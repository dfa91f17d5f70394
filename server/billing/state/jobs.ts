import { CARD_SOON_DAYS, cardExpiry, isExpiryAnnounced } from '#shared/billing/rules-area.ts';
import { ok } from '#shared/lib/result.ts';
import type { Handler, Job } from '../../ctx/ctx.ts';
import { transaction } from '../../db/transaction.ts';
import { cardExpires, receipt } from '../events.ts';
import { modeOf } from '../stripe/client.ts';
import { insertNotice } from './queries-state.ts';
import * as queries from './queries-tell.ts';

/** Says once of each card that it expires soon, each day (docs/product/invoices.md#card-that-expires). */
export const announceCardExpiry: Job = {
  name: 'billing.card-expiry',
  cron: '41 9 * * *',
  async run(ctx) {
    const { db, now, events, payments } = ctx;
    if (payments.stripe === null) return;
    const at = { provider: 'stripe', mode: modeOf(payments.stripe) } as const;
    const { year } = now.add({ hours: CARD_SOON_DAYS * 24 }).toZonedDateTimeISO('UTC');
    const rows = await queries.cardsOfLive(db, { ...at, year });
    for (const row of rows.filter((one) => isExpiryAnnounced(one, one, now))) {
      const { person_id, customer_id, last4, exp_month, exp_year } = row;
      const card = `${last4}:${exp_year}-${exp_month}`;
      const key = `${at.provider}:${at.mode}:card-expires:${customer_id}:${card}`;
      await transaction(ctx, async (tx) => {
        if (await insertNotice(tx, { key, personId: person_id, now }))
          await events.emit(tx, cardExpires, { person_id, expires_at: cardExpiry(row).toString() });
        return ok(null);
      });
    }
  },
};

/** Logs a purchase once for each payment (docs/product/buying.md#purchases-in-the-log). */
export const logPurchase: Handler<'billing.receipt'> = {
  on: receipt,
  name: 'purchase-log',
  async handle(tx, { payment_id }, { log }) {
    const found = await queries.purchaseOf(tx, payment_id);
    if (found === undefined) return;
    const { person_id, kind, offer_id: offer, quantity, credits: each, ...paid } = found;
    const { total_cents, currency, provider, mode } = paid;
    const credits = each * quantity;
    log.info(
      { payment_id, person_id, kind, offer, credits, total_cents, currency, provider, mode },
      'purchase',
    );
  },
};
