import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf, open, submit, type Page } from '#test/sandbox/browser.ts';
import {
  CANCEL,
  newPerson,
  paypalShop,
  RETURN,
  subscribe,
  testPayPal,
  usd,
  WHOLE,
  type TestPayPal,
} from '#test/sandbox/paypal.ts';
import { approve } from '../commands.ts';
import type { Plan, Subscription } from '../store/kinds.ts';
import type { Order } from '../store/orders.ts';

let at: TestPayPal;
let shop: { small: Plan; large: Plan };
beforeAll(async () => {
  at = await testPayPal();
  shop = await paypalShop(at);
});
afterAll(() => at.close());

const linkOf = (links: readonly { rel: string; href: string }[], rel = 'approve'): string =>
  links.find((one) => one.rel === rel)?.href ?? '';
const agree = async (page: Page, payer: string): Promise<Page> => submit(formOf(page), { payer });
const statusOf = async ({ id }: Subscription): Promise<string> =>
  ((await at.call('GET', `/v1/billing/subscriptions/${id}`)).body as Subscription).status;

describe('the approval page', () => {
  test('says what is agreed to, and leads back with what PayPal tells the seller', async () => {
    const made = await subscribe(at, shop.small, { setup: '121.77', tax: '23' });
    const page = await open(linkOf(made.links));
    for (const text of [
      'Sandbox: no money moves',
      'for Talkback',
      'Studio 2',
      'From Feb 28, 2026 $121.77 per month Tax (23%), included $22.77',
      'Due today $121.77',
      'anna@payer.test Pays',
    ])
      expect(page.text).toContain(text);
    expect(page.headers.get('content-security-policy')).toContain('http://shop.test');
    const form = formOf(page);
    const done = await submit(form, { payer: 'pays' });
    expect(done.url).toContain(`${RETURN}&subscription_id=${made.id}&ba_token=BA-`);
    expect(await statusOf(made)).toBe('ACTIVE');
    expect((await submit(form, { payer: 'pays' })).url).toBe(done.url);
    const again = await open(linkOf(made.links));
    expect(again.text).toContain('Done already');
    expect(again.html).toContain('subscription_id=');
  });

  test('lets another payer try, says that a payment was declined, and leads back to the seller', async () => {
    const made = await subscribe(at, shop.small);
    const link = linkOf(made.links);
    const empty = await agree(await open(link), 'insufficient_funds');
    expect([empty.status, empty.text.includes('too little money')]).toEqual([402, true]);
    expect((await agree(empty, 'nobody')).text).toContain('Choose a test payer');
    expect(await statusOf(made)).toBe('APPROVAL_PENDING');
    const declined = await agree(empty, 'declined');
    expect(declined.text).toContain('Payment declined');
    expect(declined.text).toContain('PayPal could not take $99.00');
    expect(declined.html).toMatch(/href="http:\/\/shop.test\/plans\?ba_token=BA-[^"]+">Return to/);
    expect(await statusOf(made)).toBe('CANCELLED');
    const other = await open(linkOf((await subscribe(at, shop.small)).links));
    expect(other.html).toMatch(
      /href="http:\/\/shop.test\/plans\?ba_token=BA-[^"]+">Cancel and return to Talkback/,
    );
  });

  test('is over after three hours', async () => {
    const made = await subscribe(at, shop.small);
    const link = linkOf(made.links);
    const form = formOf(await open(link));
    at.wall.now += 3 * 3_600_000;
    try {
      const late = await open(link);
      expect([late.status, late.text.includes('This link has expired')]).toEqual([410, true]);
      expect((await submit(form, { payer: 'pays' })).text).toContain('This link has expired');
    } finally {
      at.wall.now -= 3 * 3_600_000;
    }
    expect(await statusOf(made)).toBe('APPROVAL_PENDING');
  });

  test('of another plan asks the same payer', async () => {
    const made = await subscribe(at, shop.small);
    await approve(at.context, made.id, 'pays_too');
    const { body } = await at.call('POST', `/v1/billing/subscriptions/${made.id}/revise`, {
      plan_id: shop.large.id,
      application_context: { brand_name: 'Talkback', return_url: RETURN, cancel_url: CANCEL },
    });
    const page = await open(linkOf((body as Subscription).links));
    for (const text of [
      'Logged in as ben@payer.test',
      'Studio 5',
      'From Feb 28, 2026 $199.00',
      'Due today $0.00',
    ])
      expect(page.text).toContain(text);
    expect((await submit(formOf(page))).url).toContain(`subscription_id=${made.id}`);
  });

  test('of an order shows its items and its total', async () => {
    const { custom_id } = newPerson();
    const input = {
      intent: 'CAPTURE',
      purchase_units: [
        {
          custom_id,
          description: 'Session credits',
          amount: { ...usd('194.34'), breakdown: { item_total: usd('158.00'), tax_total: usd('36.34') } },
          items: [{ name: 'Session credit', quantity: '2', unit_amount: usd('79.00') }],
        },
      ],
      payment_source: { paypal: { experience_context: { return_url: RETURN, cancel_url: CANCEL } } },
    };
    const made = (await at.call('POST', '/v2/checkout/orders', input, WHOLE)).body as Order;
    expect(made.status).toBe('PAYER_ACTION_REQUIRED');
    const page = await open(linkOf(made.links, 'payer-action'));
    for (const text of ['Session credits', '2 × Session credit $158.00', 'Tax $36.34', 'Total $194.34'])
      expect(page.text).toContain(text);
    expect((await agree(page, 'pays')).url).toBe(`${RETURN}&token=${made.id}&PayerID=PAYERANNA2345`);
  });

  test('is none for what does not exist', async () => {
    for (const path of ['approve/BA-NONE', 'approve/NONE', 'account/nobody', 'nothing'])
      expect((await open(`${at.sandbox.url}/paypal/${path}`)).status).toBe(404);
  });
});

describe("the payer's account", () => {
  test('shows subscriptions, lets their payments fail, and cancels them', async () => {
    const made = await subscribe(at, shop.large, { setup: '199.00', email: 'ada@example.test' });
    await approve(at.context, made.id, 'renewal_fails');
    const accounts = await open(`${at.sandbox.url}/paypal/account`);
    expect(accounts.text).toContain('cara@payer.test');
    const page = await open(`${at.sandbox.url}/paypal/account/renewal_fails`);
    expect(page.text).toContain(
      `Studio 5 active $199.00 per month, next on Feb 28, 2026 ada@example.test ${made.id}`,
    );
    const changed = await submit(formOf(page), { act: 'let' });
    expect(changed.text).toContain('Let payments fail');
    expect((await submit(formOf(changed), { act: 'cancel' })).text).toContain('cancelled');
    expect(await statusOf(made)).toBe('CANCELLED');
  });
});
