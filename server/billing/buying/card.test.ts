import { describe, expect } from 'vitest';
import * as calls from '#shared/billing/contract-buying.ts';
import type { TestPerson } from '#test/api/people.ts';
import { test as base } from '#test/rooms/buying.ts';
import { creditsOf } from '#test/rooms/store.ts';

const test = base
  /** A card as the form in the studio hands it over. */
  .extend('card', { scope: 'file' }, ({ stripe }) => async (number = '4242424242424242') => {
    const typed = { number, exp_month: 12, exp_year: 2030, cvc: '123' };
    return (await stripe.paymentMethods.create({ type: 'card', card: typed })).id;
  })
  .extend(
    'subscribe',
    { scope: 'file' },
    ({ app, prices }) =>
      (person: TestPerson, paymentMethodId: string, more: object = {}) =>
        app.call(
          calls.createSubscription,
          { body: { paymentMethodId, priceId: prices('studio_5'), ...more } },
          person,
        ),
  );

// The same cards pay for everybody here, which would use up the trial.
test.beforeEach(async ({ app }) => {
  await app.db.deleteFrom('billing_fingerprints').execute();
});

describe('a card that is typed in the studio', () => {
  test('begins the trial', async ({ app, buyer, card, subscribe, atProvider, checkouts }) => {
    const ada = await buyer();
    const method = await card();
    const { body } = await subscribe(ada, method);
    expect(body).toEqual({ status: 'trialing', subscription_id: expect.stringMatching(/^sub_/) });
    expect(await creditsOf(app, ada.id)).toEqual({ trial: 1 });
    expect(await checkouts(ada)).toMatchObject([{ state: 'completed', provider_id: body.subscription_id }]);
    // A lost answer: the same card and price are the same purchase.
    expect((await subscribe(ada, method)).body).toEqual(body);
    expect((await atProvider(ada)).subscriptions).toHaveLength(1);
    expect((await subscribe(ada, await card())).problem.code).toBe('already_subscribed');
  });

  test('pays at once without a trial, with VAT and credits', async ({
    app,
    buyer,
    card,
    subscribe,
    atProvider,
  }) => {
    const ada = await buyer();
    const { body } = await subscribe(ada, await card(), { withoutTrial: true });
    expect(body.status).toBe('active');
    expect((await atProvider(ada)).paid.map(({ amount }) => amount)).toEqual([19_900 + 4577]);
    expect(await creditsOf(app, ada.id)).toEqual({ plan: 5 });
  });

  test('16 presses at once: one subscription, one charge', async ({ buyer, card, subscribe, atProvider }) => {
    const ada = await buyer();
    const method = await card();
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => subscribe(ada, method, { withoutTrial: true })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.subscription_id)).size).toBe(1);
    const { subscriptions, paid } = await atProvider(ada);
    expect([subscriptions.length, paid.length]).toEqual([1, 1]);
  });

  test('32 presses in two tabs, each with its card: one subscription, one charge', async ({
    app,
    buyer,
    card,
    subscribe,
    atProvider,
  }) => {
    const ada = await buyer();
    const methods = [await card(), await card('5555555555554444')];
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, n) => subscribe(ada, methods[n % 2] ?? '', { withoutTrial: true })),
    );
    const bought = answers.filter(({ status }) => status === 200);
    expect(bought.length).toBeGreaterThan(0);
    expect(new Set(bought.map(({ body }) => body.subscription_id)).size).toBe(1);
    // The limit against trying stolen cards stops the last of them.
    for (const { problem } of answers.filter((one) => !bought.includes(one)))
      expect(['in_progress', 'already_subscribed', 'too_many_requests']).toContain(problem.code);
    const { subscriptions, paid } = await atProvider(ada);
    expect([subscriptions.length, paid.length]).toEqual([1, 1]);
    expect(await creditsOf(app, ada.id)).toEqual({ plan: 5 });
  });

  test("a declined card says the provider's own words, and leaves nothing", async ({
    buyer,
    card,
    subscribe,
    atProvider,
    checkouts,
  }) => {
    const ada = await buyer();
    const refused = await subscribe(ada, await card('4000000000009995'), { withoutTrial: true });
    expect(refused.problem).toMatchObject({
      status: 422,
      code: 'card_declined',
      detail: 'Your card has insufficient funds.',
    });
    const late = await subscribe(ada, await card('4000000000000341'), { withoutTrial: true });
    expect(late.problem).toMatchObject({ code: 'card_declined', detail: 'Your card was declined.' });
    expect(await checkouts(ada)).toMatchObject([{ state: 'failed' }]);
    const { subscriptions, paid } = await atProvider(ada);
    expect(subscriptions.every(({ ended_at: ended }) => ended !== null)).toBe(true);
    expect(paid).toEqual([]);
    expect((await subscribe(ada, await card(), { withoutTrial: true })).body.status).toBe('active');
  });

  test('3-D Secure: the first payment waits for the bank', async ({
    buyer,
    stripe,
    card,
    subscribe,
    atProvider,
    checkouts,
  }) => {
    const ada = await buyer();
    const method = await card('4000002760003184');
    const { body } = await subscribe(ada, method, { withoutTrial: true });
    expect(body).toMatchObject({ status: 'incomplete', client_secret: expect.stringMatching(/^pi_/) });
    expect((await subscribe(ada, method, { withoutTrial: true })).body).toEqual(body);
    expect(await checkouts(ada)).toMatchObject([{ state: 'open' }]);
    // Another card gives the waiting payment up.
    const other = await subscribe(ada, await card(), { withoutTrial: true });
    expect(other.body.status).toBe('active');
    expect(await stripe.subscriptions.retrieve(body.subscription_id)).toMatchObject({
      status: expect.stringMatching(/^(incomplete_expired|canceled)$/),
    });
    expect((await atProvider(ada)).paid).toHaveLength(1);
  });

  test('3-D Secure in a trial: the card waits for the bank', async ({ buyer, card, subscribe }) => {
    const ada = await buyer();
    const { body } = await subscribe(ada, await card('4000002760003184'));
    expect(body).toMatchObject({ status: 'trialing', client_secret: expect.stringMatching(/^seti_/) });
  });

  test('a card that had its trial with somebody else begins none unasked', async ({
    buyer,
    card,
    subscribe,
    atProvider,
  }) => {
    const [ada, eve] = [await buyer(), await buyer()];
    expect((await subscribe(ada, await card('5555555555554444'))).body.status).toBe('trialing');
    const method = await card('5555555555554444');
    expect((await subscribe(eve, method)).problem).toMatchObject({ status: 409, code: 'trial_used' });
    expect((await atProvider(eve)).subscriptions).toEqual([]);
    expect((await subscribe(eve, method, { withoutTrial: true })).body.status).toBe('active');
  });

  test("another person's card is refused, as an unknown one", async ({ buyer, card, subscribe }) => {
    const [ada, eve] = [await buyer(), await buyer()];
    const method = await card();
    await subscribe(ada, method);
    for (const id of [method, 'pm_unknown'])
      expect((await subscribe(eve, id)).problem).toMatchObject({
        code: 'card_declined',
        detail: 'Please enter your card again.',
      });
  });
});

describe('start-subscription', () => {
  test('ends the trial and pays', async ({ app, buyer, card, subscribe, atProvider }) => {
    const ada = await buyer();
    expect((await app.call(calls.startSubscription, {}, ada)).problem).toMatchObject({
      status: 409,
      code: 'no_trial',
    });
    await subscribe(ada, await card());
    const presses = await Promise.all(
      Array.from({ length: 4 }, () => app.call(calls.startSubscription, {}, ada)),
    );
    expect(presses.map(({ body }) => body.status)).toEqual(presses.map(() => 'active'));
    expect((await atProvider(ada)).paid).toHaveLength(1);
    expect(await creditsOf(app, ada.id)).toMatchObject({ plan: 5 });
  });

  test('a declined card leaves the trial as it is', async ({ app, buyer, card, subscribe, atProvider }) => {
    const ada = await buyer();
    await subscribe(ada, await card('4000000000000341'));
    const { problem } = await app.call(calls.startSubscription, {}, ada);
    expect(problem).toMatchObject({ status: 422, code: 'card_declined' });
    expect((await atProvider(ada)).subscriptions).toMatchObject([{ status: 'trialing' }]);
  });

  test('3-D Secure: the trial goes on until the bank has confirmed', async ({
    app,
    buyer,
    card,
    subscribe,
    confirm,
    atProvider,
  }) => {
    const ada = await buyer();
    await subscribe(ada, await card('4000002760003184'));
    const presses = await Promise.all(
      Array.from({ length: 3 }, () => app.call(calls.startSubscription, {}, ada)),
    );
    const { client_secret: secret = '' } = presses[0]?.body ?? {};
    expect(secret).toMatch(/^pi_.*_secret_/);
    for (const { body } of presses) expect(body).toEqual({ status: 'trialing', client_secret: secret });
    expect((await atProvider(ada)).subscriptions).toMatchObject([{ status: 'trialing' }]);
    expect(await creditsOf(app, ada.id)).toEqual({ trial: 1 });

    await confirm(secret);
    const { subscriptions, paid } = await atProvider(ada);
    expect(subscriptions).toMatchObject([{ status: 'active' }]);
    expect(paid).toHaveLength(1);
    expect(await creditsOf(app, ada.id)).toEqual({ plan: 5, trial: 0 });
  });

  test('3-D Secure refused: the next press tries again', async ({
    app,
    buyer,
    card,
    subscribe,
    confirm,
    atProvider,
  }) => {
    const ada = await buyer();
    await subscribe(ada, await card('4000002760003184'));
    const { client_secret: first = '' } = (await app.call(calls.startSubscription, {}, ada)).body;
    await confirm(first, 'failed');
    const { client_secret: second = '' } = (await app.call(calls.startSubscription, {}, ada)).body;
    expect(second).toMatch(/^pi_/);
    expect(second).not.toBe(first);
    await confirm(second);
    const { subscriptions, paid } = await atProvider(ada);
    expect([subscriptions.length, subscriptions[0]?.status, paid.length]).toEqual([1, 'active', 1]);
  });
});
