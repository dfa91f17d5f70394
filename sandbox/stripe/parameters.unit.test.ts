import { expect, test } from 'vitest';
import { declarationsOf, resolve, type Declared } from '#test/sandbox/declarations.ts';
import type { Field, Fields } from './http/params.ts';
import type { Route } from './http/route.ts';
import { ROUTES } from './routes/all.ts';

/** The SDK's file and the stem of its parameters' names, by the first part of the path. */
const RESOURCES: Readonly<Record<string, readonly [file: string, stem: string]>> = {
  customers: ['Customers', 'Customer'],
  products: ['Products', 'Product'],
  prices: ['Prices', 'Price'],
  tax_rates: ['TaxRates', 'TaxRate'],
  payment_methods: ['PaymentMethods', 'PaymentMethod'],
  setup_intents: ['SetupIntents', 'SetupIntent'],
  payment_intents: ['PaymentIntents', 'PaymentIntent'],
  charges: ['Charges', 'Charge'],
  refunds: ['Refunds', 'Refund'],
  disputes: ['Disputes', 'Dispute'],
  subscriptions: ['Subscriptions', 'Subscription'],
  subscription_items: ['SubscriptionItems', 'SubscriptionItem'],
  subscription_schedules: ['SubscriptionSchedules', 'SubscriptionSchedule'],
  invoices: ['Invoices', 'Invoice'],
  invoice_payments: ['InvoicePayments', 'InvoicePayment'],
  credit_notes: ['CreditNotes', 'CreditNote'],
  coupons: ['Coupons', 'Coupon'],
  promotion_codes: ['PromotionCodes', 'PromotionCode'],
  'checkout/sessions': ['Checkout/Sessions', 'Session'],
  'billing_portal/sessions': ['BillingPortal/Sessions', 'Session'],
  'billing_portal/configurations': ['BillingPortal/Configurations', 'Configuration'],
  events: ['Events', 'Event'],
  webhook_endpoints: ['WebhookEndpoints', 'WebhookEndpoint'],
  'test_helpers/test_clocks': ['TestHelpers/TestClocks', 'TestClock'],
};

/** Verbs whose names do not follow from the path. */
const VERBS: Readonly<Record<string, string>> = {
  'POST /v1/customers/:id/tax_ids': 'CreateTaxId',
  'POST /v1/customers/:id/balance_transactions': 'CreateBalanceTransaction',
  'GET /v1/customers/:id/tax_ids/:tax': 'RetrieveTaxId',
  'DELETE /v1/customers/:id/tax_ids/:tax': 'DeleteTaxId',
  'GET /v1/invoices/:id/lines': 'ListLineItems',
  'POST /v1/invoices/:id/finalize': 'FinalizeInvoice',
  'POST /v1/invoices/:id/void': 'VoidInvoice',
  'DELETE /v1/subscriptions/:id': 'Cancel',
};

const pascal = (name: string): string =>
  name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

function parametersOf({ method, path }: Route): [file: string, name: string] {
  const rest = path.replace('/v1/', '');
  const key = Object.keys(RESOURCES).find((one) => rest === one || rest.startsWith(`${one}/`)) ?? '';
  const [file, stem] = RESOURCES[key] ?? ['', ''];
  const [id, action] = rest.slice(key.length + 1).split('/');
  const plain = {
    GET: id === '' ? 'List' : 'Retrieve',
    POST: id === '' ? 'Create' : 'Update',
    DELETE: 'Delete',
  };
  const named = id?.startsWith(':') ? action : id;
  const verb =
    named === undefined || named === '' ? plain[method] : `${method === 'GET' ? 'List' : ''}${pascal(named)}`;
  return [file, `${stem}${VERBS[`${method} ${path}`] ?? verb}Params`];
}

/** What Stripe.js sends in a browser and the server's SDK does not. */
const IN_BROWSERS = /^(PaymentIntent|SetupIntent)\w+\.(client_secret|payment_method_data\.card)$/;

const PAGE = new Set(['limit', 'starting_after', 'ending_before']);

function innermost(field: Field<unknown>): Fields | undefined {
  return field.shape ?? (field.inner === undefined ? undefined : innermost(field.inner));
}

/** Parameters that the sandbox takes and the SDK does not have. */
function undeclared(
  fields: Fields,
  type: Declared,
  declared: ReadonlyMap<string, Declared>,
  path: string,
): string[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    const references = type.properties.get(key);
    if (references === undefined)
      return type.extends.includes('PaginationParams') && PAGE.has(key) ? [] : [`${path}.${key}`];
    const shape = innermost(field);
    const inner = references
      .map((name) => resolve(declared, type.scope, name))
      .find((one) => one !== undefined);
    return shape === undefined || inner === undefined
      ? []
      : undeclared(shape, inner, declared, `${path}.${key}`);
  });
}

test.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s takes only what the SDK can send',
  (_, route) => {
    const [file, name] = parametersOf(route);
    const declared = declarationsOf(file);
    const type = declared.get(name) ?? [...declared.values()].find(({ scope }) => scope.endsWith(`.${name}`));
    const fields = innermost(route.fields) ?? {};
    expect({ [name]: type !== undefined }).toEqual({ [name]: true });
    const found = type === undefined ? [] : undeclared(fields, type, declared, name);
    expect(found.filter((path) => !IN_BROWSERS.test(path))).toEqual([]);
  },
);
