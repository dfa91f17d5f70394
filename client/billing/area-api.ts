import { queryOptions } from '@tanstack/react-query';
import {
  createPortalSession,
  getBilling,
  getInvoice,
  getPaymentConfig,
  listInvoices,
  startSubscription,
} from '#shared/billing/calls.ts';
import { call, type ReadOf } from '../lib/api.ts';

export type Billing = ReadOf<typeof getBilling>;

const SETTLING_MS = 2000;
/** After a minute of looking each two seconds. */
const MANY_READS = 30;
const SETTLING_LATE_MS = 30_000;

/** How often a purchase on its way is looked for: a page that nobody pays on would have it read for minutes. */
export const settlingInterval = (isSettling: boolean, reads: number): number | false =>
  isSettling ? (reads < MANY_READS ? SETTLING_MS : SETTLING_LATE_MS) : false;

/** My plan, payment method and what is charged next. */
export const billingQuery = queryOptions({
  queryKey: ['billing'],
  queryFn: ({ signal }) => call(getBilling, {}, { signal }),
  refetchOnMount: 'always',
  refetchInterval: ({ state: { data, dataUpdateCount } }) =>
    settlingInterval(data?.is_settling === true, dataUpdateCount),
});

/** Which payment providers this studio has. */
export const paymentConfigQuery = queryOptions({
  queryKey: ['payment-config'],
  queryFn: ({ signal }) => call(getPaymentConfig, {}, { signal }),
  staleTime: Infinity,
});

/** Invoices on one page of the list. */
export const INVOICES_PAGE = 12;

/** A page of my invoices, newest first. */
export const invoicesQuery = (page: number) =>
  queryOptions({
    queryKey: ['invoices', page],
    queryFn: ({ signal }) => call(listInvoices, { query: { page, size: INVOICES_PAGE } }, { signal }),
    refetchOnMount: 'always',
  });

/** One invoice with its lines. */
export const invoiceQuery = (id: string) =>
  queryOptions({
    queryKey: ['invoice', id],
    queryFn: async ({ signal }) => (await call(getInvoice, { params: { id } }, { signal })).invoice,
    staleTime: Infinity,
  });

/** The address of the provider's page for the payment method; it leads back to `returnUrl`. */
export async function sendPortal(returnUrl: string): Promise<string> {
  return (await call(createPortalSession, { body: { returnUrl } })).dashboard_url;
}

/** Ends the trial and pays the first period; returns what the bank has to confirm first, null for nothing. */
export async function sendStart(key: string): Promise<string | null> {
  return (await call(startSubscription, {}, { idempotencyKey: key })).client_secret ?? null;
}
