import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf, open, submit, typed, type Page } from '#test/sandbox/browser.ts';
import { openShop, testSandbox, travel, type Shop, type TestSandbox } from '#test/sandbox/sandbox.ts';

const SECURE = '4000002500003155';
const RETURN = 'http://shop.test/billing';
let at: TestSandbox;
beforeAll(async () => {
  at = await testSandbox();
});
afterAll(() => at.close());

const portal = ({ customer }: Shop, more: object = {}): Promise<Stripe.BillingPortal.Session> =>
  at.stripe.billingPortal.sessions.create({ customer: customer.id, return_url: RETURN, ...more });
const cardsOf = async ({ customer }: Shop): Promise<string[]> =>
  (await at.stripe.customers.listPaymentMethods(customer.id)).data.map(({ card }) => card?.last4 ?? '');
const usualOf = async ({ customer }: Shop): Promise<string | undefined> => {
  const found = (await at.stripe.customers.retrieve(customer.id, {
    expand: ['invoice_settings.default_payment_method'],
  })) as Stripe.Customer;
  return (found.invoice_settings.default_payment_method as Stripe.PaymentMethod | null)?.card?.last4;
};
const subscribe = (shop: Shop): Promise<Stripe.Subscription> =>
  at.stripe.subscriptions.create({ customer: shop.customer.id, items: [{ price: shop.small.id }] });
const addCard = async (url: string, number: string): Promise<Page> =>
  submit(formOf(await open(`${url}/card`), '/card'), typed(number));

describe('the portal', () => {
  test('shows cards and invoices, and the way back', async () => {
    const shop = await openShop(at);
    await subscribe(shop);
    const page = await open((await portal(shop)).url);
    expect(page.text).toContain('Visa ending in 4242');
    expect(page.text).toContain('Default');
    expect(page.text).toMatch(/Invoice history .*-0001 Paid/);
    expect(page.text).toContain('$99.00');
    expect(page.html).toContain(`href="${RETURN}"`);
    const invoice = await open(new URL(/\/invoices\/\w+/.exec(page.html)?.[0] ?? '', page.url).href);
    expect(invoice.text).toContain('Total $99.00');
  });

  test('a new card becomes the default, of the subscription too; another can be made it, one removed', async () => {
    const shop = await openShop(at);
    await subscribe(shop);
    const { url } = await portal(shop);
    const page = await addCard(url, '5555555555554444');
    expect(page.text).toContain('Your card was saved.');
    expect(await usualOf(shop)).toBe('4444');
    expect(page.text).toContain('Mastercard ending in 4444 Default');
    const refused = await submit(removal(page, 'Mastercard ending in 4444'));
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('This card pays your subscription.');
    const back = await submit(formOf(page, '/default'));
    expect(back.text).toContain('The default card was changed.');
    expect(await usualOf(shop)).toBe('4242');
    const form = removal(back, 'Mastercard ending in 4444');
    const twice = [await submit(form), await submit(form)];
    for (const one of twice) expect(one.text).toContain('The card was removed.');
    expect(await cardsOf(shop)).toEqual(['4242']);
  });

  test('a refused card is said at its number, and nothing changes', async () => {
    const shop = await openShop(at);
    const { url } = await portal(shop);
    const page = await addCard(url, '4000000000000002');
    expect(page.status).toBe(422);
    expect(page.html).toMatch(/id="number-error">Your card was declined/);
    expect(await cardsOf(shop)).toEqual(['4242']);
  });

  test('3-D Secure failed keeps the old card, passed takes the new', async () => {
    const shop = await openShop(at);
    const { url } = await portal(shop);
    const bank = await addCard(url, SECURE);
    const failed = await submit(formOf(bank), { outcome: 'failed' });
    expect(failed.html).toMatch(/id="number-error">We are unable to authenticate/);
    expect(await usualOf(shop)).toBe('4242');
    const passed = await submit(formOf(await addCard(url, SECURE)), { outcome: 'passed' });
    expect(passed.text).toContain('Your card was saved.');
    expect(await usualOf(shop)).toBe('3155');
  });

  test('sent twice saves one card', async () => {
    const shop = await openShop(at);
    const { url } = await portal(shop);
    const form = formOf(await open(`${url}/card`), '/card');
    await Promise.all([1, 2, 3].map(() => submit(form, typed('5555555555554444'))));
    expect(await cardsOf(shop)).toHaveLength(2);
  });

  test('straight to the card, then the failed invoice is paid', async () => {
    const shop = await openShop(at);
    const { id } = await subscribe(shop);
    const failing = await at.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: shop.customer.id,
    });
    await at.stripe.customers.update(shop.customer.id, {
      invoice_settings: { default_payment_method: failing.id },
    });
    await travel(at, shop.clock.id, 30);
    expect((await at.stripe.subscriptions.retrieve(id)).status).toBe('past_due');
    const { url } = await portal(shop, { flow_data: { type: 'payment_method_update' } });
    const card = await open(url);
    expect(new URL(card.url).pathname).toMatch(/\/card$/);
    const home = await submit(formOf(card, '/card'), typed('4242424242424242'));
    expect(home.text).toContain('Payment failed');
    const form = formOf(home, '/pay');
    const [paid] = await Promise.all([submit(form), submit(form)]);
    expect(paid?.text).toContain('The invoice is paid.');
    expect((await at.stripe.subscriptions.retrieve(id)).status).toBe('active');
    const charges = await at.stripe.charges.list({ customer: shop.customer.id });
    expect(charges.data.filter(({ status }) => status === 'succeeded')).toHaveLength(2);
  });

  test('an invoice is paid by a card that asks', async () => {
    const shop = await openShop(at);
    const { id } = await subscribe(shop);
    const asking = await at.stripe.paymentMethods.attach('pm_card_authenticationRequired', {
      customer: shop.customer.id,
    });
    await at.stripe.customers.update(shop.customer.id, {
      invoice_settings: { default_payment_method: asking.id },
    });
    await travel(at, shop.clock.id, 30);
    const { url } = await portal(shop);
    const bank = await submit(formOf(await open(url), '/pay'));
    expect(bank.text).toContain('Pay $99.00');
    expect((await submit(formOf(bank), { outcome: 'passed' })).text).toContain('The invoice is paid.');
    expect((await at.stripe.subscriptions.retrieve(id)).status).toBe('active');
  });

  test("never touches another customer's card or invoice", async () => {
    const [mine, theirs] = [await openShop(at), await openShop(at)];
    await subscribe(theirs);
    const [card] = (await at.stripe.customers.listPaymentMethods(theirs.customer.id)).data;
    const [invoice] = (await at.stripe.invoices.list({ customer: theirs.customer.id })).data;
    const { url } = await portal(mine);
    for (const [act, values] of [
      ['remove', { method: card?.id ?? '' }],
      ['default', { method: card?.id ?? '' }],
      ['pay', { invoice: invoice?.id ?? '' }],
    ] as const) {
      const page = await submit({ action: `${url}/${act}`, values });
      expect(page.status).toBe(422);
      expect(page.html).toContain('role="alert"');
    }
    expect(await cardsOf(theirs)).toEqual(['4242']);
  });

  test('a link of yesterday has expired', async () => {
    const shop = await openShop(at);
    const { url } = await portal(shop);
    at.wall.now += 25 * 3_600_000;
    expect((await open(url)).status).toBe(410);
    expect((await submit({ action: `${url}/card`, values: typed('4242424242424242') })).status).toBe(410);
  });
});

/** The form that removes the card of a name. */
function removal(page: Page, name: string): ReturnType<typeof formOf> {
  const found = [...page.html.matchAll(/<form[^>]*\/remove".*?<\/form>/gs)].find(([form]) =>
    form.includes(name),
  );
  return formOf({ ...page, html: found?.[0] ?? '' }, '/remove');
}
