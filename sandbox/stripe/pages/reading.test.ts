import { afterAll, beforeAll, expect, test } from 'vitest';
import { open } from '#test/sandbox/browser.ts';
import { openShop, testSandbox, type Shop, type TestSandbox } from '#test/sandbox/sandbox.ts';
import { inTransaction } from '../../lib/store/database.ts';

let at: TestSandbox;
let shop: Shop;
beforeAll(async () => {
  at = await testSandbox();
  shop = await openShop(at);
});
afterAll(() => at.close());

test('every page that the API names opens, also while somebody writes', async () => {
  const { customer, small, single } = shop;
  const { id } = await at.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: small.id }],
  });
  const [invoice] = (await at.stripe.invoices.list({ subscription: id })).data;
  const [charge] = (await at.stripe.charges.list({ customer: customer.id })).data;
  const note = await at.stripe.creditNotes.create({
    invoice: invoice?.id ?? '',
    amount: 900,
    refund_amount: 900,
  });
  const session = await at.stripe.checkout.sessions.create({
    mode: 'payment',
    customer: customer.id,
    success_url: 'http://shop.test/',
    line_items: [{ price: single.id }],
  });
  const portal = await at.stripe.billingPortal.sessions.create({ customer: customer.id });
  const intent = await at.stripe.paymentIntents.create({
    amount: 7900,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_authenticationRequired',
    return_url: 'http://shop.test/',
  });
  const named = [
    [invoice?.hosted_invoice_url, 'Total $99.00'],
    [invoice?.invoice_pdf, 'Total $99.00'],
    [charge?.receipt_url, '$99.00 paid on'],
    [note.pdf, '$9.00'],
    [session.url, 'Pay $79.00'],
    [portal.url, 'Sandbox'],
    [intent.next_action?.redirect_to_url?.url, 'Complete authentication'],
  ] as const;
  await at.sandbox.settled();
  await inTransaction(at.sandbox.context.pool, true, async () => {
    for (const [url, text] of named) {
      const page = await open(url ?? '');
      expect(page.status).toBe(200);
      expect(page.text).toContain(text);
    }
  });
});
