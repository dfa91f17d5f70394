import type { Route } from '../http/route.ts';
import { prices, products, taxRates } from './catalogue.ts';
import { charges, disputes, refunds } from './charges.ts';
import { checkout } from './checkout.ts';
import { coupons, promotionCodes } from './coupons.ts';
import { creditNotes } from './credit-notes.ts';
import { customers } from './customers.ts';
import { events, webhookEndpoints } from './events.ts';
import { paymentIntents, setupIntents } from './intents.ts';
import { invoices } from './invoices.ts';
import { paymentMethods } from './payment-methods.ts';
import { portal } from './portal.ts';
import { schedules } from './schedules.ts';
import { subscriptions } from './subscriptions.ts';
import { testClocks } from './test-clocks.ts';

/** Every call that the sandbox answers. */
export const ROUTES: readonly Route[] = [
  ...customers,
  ...products,
  ...prices,
  ...taxRates,
  ...paymentMethods,
  ...setupIntents,
  ...paymentIntents,
  ...charges,
  ...refunds,
  ...disputes,
  ...subscriptions,
  ...schedules,
  ...invoices,
  ...creditNotes,
  ...coupons,
  ...promotionCodes,
  ...checkout,
  ...portal,
  ...events,
  ...webhookEndpoints,
  ...testClocks,
];
