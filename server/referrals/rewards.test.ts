import { describe, expect } from 'vitest';
import { listReferrals } from '#shared/referrals/contract.ts';
import { invoicePaid, trialStarted } from '../billing/events.ts';
import { balance } from '../credits/service.ts';
import { brokenInvariants } from '#test/api/invariants.ts';
import type { TestPerson } from '#test/api/people.ts';
import { comeIn, inTx, makeInvitation, raise } from '#test/rooms/referrals.ts';
import { payRewards } from './jobs.ts';
import { reject, reward } from './steps.ts';
import { test as base } from '#test/api/test.ts';

let invitee: TestPerson;
let id: string;

const test = base
  .extend('inviter', ({ app }) => app.people.make('client'))
  /** A friend who signed up by an invitation of the inviter. */
  .extend('bring', ({ app, clock, inviter }) => async (options: { email?: string } = {}) => {
    const made = await makeInvitation(app.db, { inviterId: inviter.id, at: clock.now() });
    return { id: made.id, invitee: await comeIn(app, made.code, options) };
  })
  .extend('brought', ({ bring }) => bring())
  .extend(
    'row',
    { scope: 'file' },
    ({ app }) =>
      () =>
        app.db.selectFrom('invitations').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
  .extend(
    'status',
    { scope: 'file' },
    ({ row }) =>
      async () =>
        (await row()).status,
  )
  .extend(
    'creditsOf',
    ({ app, clock }) =>
      async ({ id: personId }: TestPerson) =>
        (await balance(app.db, personId, clock.now())).sessions_left,
  )
  .extend('bothHave', ({ inviter, creditsOf }) => async () => [
    await creditsOf(inviter),
    await creditsOf(invitee),
  ])
  .extend(
    'trial',
    { scope: 'file' },
    ({ app }) =>
      (person = invitee) =>
        raise(app, trialStarted, { person_id: person.id }),
  )
  .extend(
    'pays',
    { scope: 'file' },
    ({ app }) =>
      (person: TestPerson, more: { card_fingerprint?: string; payer?: string; first?: boolean } = {}) =>
        raise(app, invoicePaid, { person_id: person.id, first: true, ...more }),
  )
  .extend('payDay', ({ app, clock }) => async (after: Temporal.DurationLike = { hours: 72 }) => {
    clock.add(after);
    await payRewards.run(app.ctx(), {});
  })
  .extend(
    'livesAt',
    ({ app, clock }) =>
      (person: TestPerson, address: string) =>
        app.db
          .insertInto('billing_details')
          .values({
            person_id: person.id,
            address,
            zipcode: '1200-001',
            country: 'PT',
            updated_at: clock.now(),
          })
          .execute(),
  );

test.beforeEach(async ({ brought }) => {
  id = brought.id;
  invitee = brought.invitee;
});

describe('from sign-up to the reward', () => {
  test('5 credits each, 3 days after the first paid invoice, without expiry', async ({
    app,
    clock,
    inviter,
    status,
    bothHave,
    trial,
    pays,
    payDay,
  }) => {
    expect(await status()).toBe('accepted-signup');
    await trial();
    expect(await status()).toBe('accepted-trial');
    clock.add({ hours: 14 * 24 });
    await pays(invitee, { card_fingerprint: 'card of the invitee' });
    expect(await status()).toBe('waiting-for-approval');
    await payDay({ hours: 71, minutes: 59 });
    expect([await status(), await bothHave()]).toEqual(['waiting-for-approval', [0, 0]]);
    await payDay({ minutes: 1 });
    expect([await status(), await bothHave()]).toEqual(['reward-delivered', [5, 5]]);
    const lots = await app.db
      .selectFrom('credit_lots')
      .select(['source', 'amount', 'expires_at', 'grant_key'])
      .where('person_id', 'in', [inviter.id, invitee.id])
      .orderBy('grant_key')
      .execute();
    const lot = { source: 'referral', amount: 5, expires_at: null };
    expect(lots).toEqual([
      { ...lot, grant_key: `referral:${id}:invitee` },
      { ...lot, grant_key: `referral:${id}:inviter` },
    ]);
    const { body } = await app.call(listReferrals, {}, inviter);
    expect(body.referrals).toMatchObject([{ id, status: 'reward-delivered', credits_earned: 5 }]);
  });

  test('the trial may be skipped, and coming late it takes nothing back', async ({
    status,
    bothHave,
    trial,
    pays,
    payDay,
  }) => {
    await pays(invitee);
    await trial();
    expect(await status()).toBe('waiting-for-approval');
    await payDay();
    await trial();
    expect([await status(), await bothHave()]).toEqual(['reward-delivered', [5, 5]]);
  });

  test('an invoice that is not the first moves nothing', async ({ status, pays }) => {
    await pays(invitee, { first: false });
    expect(await status()).toBe('accepted-signup');
  });

  test('who came by no invitation brings nobody anything', async ({
    app,
    status,
    creditsOf,
    trial,
    pays,
    payDay,
  }) => {
    const other = await app.people.make('client');
    await trial(other);
    await pays(other);
    await payDay();
    expect([await creditsOf(other), await status()]).toEqual([0, 'accepted-signup']);
  });

  test('each friend brings a reward of their own', async ({ bring, creditsOf, bothHave, pays, payDay }) => {
    const second = await bring();
    await pays(invitee);
    await pays(second.invitee);
    await payDay();
    expect([await bothHave(), await creditsOf(second.invitee)]).toEqual([[10, 5], 5]);
  });
});

describe('exactly once', () => {
  test('events that repeat, and jobs that run again, pay once', async ({
    status,
    bothHave,
    trial,
    pays,
    payDay,
  }) => {
    for (let n = 0; n < 3; n += 1) {
      await trial();
      await pays(invitee);
    }
    await payDay();
    await payDay();
    await pays(invitee);
    await payDay();
    expect([await status(), await bothHave()]).toEqual(['reward-delivered', [5, 5]]);
  });

  test('the first of two first invoices counts: the 3 days do not begin anew', async ({
    clock,
    status,
    pays,
    payDay,
  }) => {
    await pays(invitee);
    clock.add({ hours: 48 });
    await pays(invitee);
    await payDay({ hours: 24 });
    expect(await status()).toBe('reward-delivered');
  });

  test('of 32 runs of the job at once one pays', async ({ app, clock, status, bothHave, pays }) => {
    await pays(invitee);
    clock.add({ hours: 72 });
    await Promise.all(Array.from({ length: 32 }, () => payRewards.run(app.ctx(), {})));
    expect([await status(), await bothHave()]).toEqual(['reward-delivered', [5, 5]]);
  });

  test('four runs at once pay many between them, once each, also where one of them brought a third', async ({
    app,
    clock,
    inviter,
    bring,
    creditsOf,
    pays,
  }) => {
    const brought = [{ id, invitee }];
    for (let n = 0; n < 12; n += 1) brought.push(await bring());
    const back = await makeInvitation(app.db, { inviterId: invitee.id, at: clock.now() });
    const third = await comeIn(app, back.code);
    for (const { invitee: person } of brought) await pays(person);
    await pays(third);
    clock.add({ hours: 72 });
    const runs = Array.from({ length: 4 }, () => payRewards.run(app.ctx(), {}));
    await Promise.all(runs);
    expect(await creditsOf(inviter)).toBe(13 * 5);
    expect([await creditsOf(invitee), await creditsOf(third)]).toEqual([10, 5]);
  });

  test('time and the operator at once pay once', async ({ app, clock, bothHave, pays }) => {
    await pays(invitee);
    clock.add({ hours: 72 });
    const now = clock.now();
    const done = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        inTx(app, (tx) => reward(tx, { id, by: n % 2 === 0 ? 'time' : 'operator', now })),
      ),
    );
    expect(done.filter(({ value }) => value)).toHaveLength(1);
    expect(await bothHave()).toEqual([5, 5]);
  });

  test('a yes and a no of the operator at once: one of them holds, whole', async ({
    app,
    clock,
    status,
    bothHave,
    pays,
  }) => {
    await pays(invitee);
    const now = clock.now();
    const [yes, no] = await Promise.all([
      inTx(app, (tx) => reward(tx, { id, by: 'operator', now })),
      inTx(app, (tx) => reject(tx, id)),
    ]);
    expect([yes.value, no.value].filter(Boolean)).toHaveLength(1);
    const paid = yes.value;
    expect([await status(), await bothHave()]).toEqual(
      paid ? ['reward-delivered', [5, 5]] : ['rejected', [0, 0]],
    );
  });
});

describe('what speaks against it', () => {
  test.for([
    ['card', { card_fingerprint: 'one card' }, 'same_card'],
    ['payer', { payer: 'one payer' }, 'same_payer'],
  ] as const)(
    "the inviter's own %s rejects at once, whoever paid first",
    async ([, means, why], { app, inviter, row, bothHave, pays, payDay }) => {
      await pays(inviter, means);
      await pays(invitee, means);
      expect(await row()).toMatchObject({ status: 'rejected', rejected_for: why });
      await payDay();
      expect(await bothHave()).toEqual([0, 0]);
      await app.db.deleteFrom('payer_marks').execute();
    },
  );

  test('a card that the inviter uses only afterwards is found before anything is paid', async ({
    inviter,
    row,
    status,
    bothHave,
    pays,
    payDay,
  }) => {
    await pays(invitee, { card_fingerprint: 'later' });
    await pays(inviter, { card_fingerprint: 'later' });
    expect(await status()).toBe('waiting-for-approval');
    await payDay();
    expect([await row(), await bothHave()]).toMatchObject([
      { status: 'rejected', rejected_for: 'same_card', credits_earned: 0 },
      [0, 0],
    ]);
  });

  test('two whom one person brought with the same card: the second is rejected', async ({
    bring,
    row,
    pays,
    payDay,
  }) => {
    const second = await bring();
    await pays(second.invitee, { card_fingerprint: 'both' });
    await payDay();
    await pays(invitee, { card_fingerprint: 'both' });
    expect(await row()).toMatchObject({ status: 'rejected', rejected_for: 'same_card' });
  });

  test("a stranger's card, and a card that is a payer's id by chance, are nothing", async ({
    app,
    inviter,
    status,
    pays,
    payDay,
  }) => {
    const stranger = await app.people.make('client');
    await pays(stranger, { card_fingerprint: 'shared' });
    await pays(inviter, { payer: 'shared' });
    await pays(invitee, { card_fingerprint: 'shared' });
    await payDay();
    expect(await status()).toBe('reward-delivered');
  });

  test('one household waits for the operator, who pays or rejects', async ({
    app,
    clock,
    inviter,
    row,
    status,
    bothHave,
    pays,
    payDay,
    livesAt,
  }) => {
    await livesAt(inviter, 'Rua do Sol 12');
    await livesAt(invitee, 'RUA DO SOL, 12');
    await pays(invitee);
    expect(await row()).toMatchObject({ status: 'waiting-for-approval', needs_operator: 'same_household' });
    await payDay({ hours: 9999 });
    expect([await status(), await bothHave()]).toEqual(['waiting-for-approval', [0, 0]]);
    const now = clock.now();
    await inTx(app, (tx) => reward(tx, { id, by: 'operator', now }));
    expect([await row(), await bothHave()]).toMatchObject([
      { status: 'reward-delivered', needs_operator: null },
      [5, 5],
    ]);
  });

  test('a household that shows within the 3 days is found before anything is paid', async ({
    inviter,
    row,
    bothHave,
    pays,
    payDay,
    livesAt,
  }) => {
    await pays(invitee);
    await livesAt(inviter, 'Rua da Lua 1');
    await livesAt(invitee, 'Rua da Lua 1');
    await payDay();
    expect([await row(), await bothHave()]).toMatchObject([
      { status: 'waiting-for-approval', needs_operator: 'same_household' },
      [0, 0],
    ]);
  });

  test("an address of the inviter's own mailbox goes to the operator", async ({
    inviter,
    bring,
    row,
    pays,
  }) => {
    ({ id, invitee } = await bring({ email: inviter.email.replace('@', '+me@') }));
    await pays(invitee);
    expect(await row()).toMatchObject({ needs_operator: 'same_mailbox' });
  });

  test('the operator pays before the 3 days are over, but not before an invoice was paid', async ({
    app,
    clock,
    bothHave,
    pays,
  }) => {
    const now = clock.now();
    expect((await inTx(app, (tx) => reward(tx, { id, by: 'operator', now }))).value).toBe(false);
    await pays(invitee);
    expect((await inTx(app, (tx) => reward(tx, { id, by: 'operator', now }))).value).toBe(true);
    expect(await bothHave()).toEqual([5, 5]);
  });

  test('a rejection is for good', async ({ app, row, status, bothHave, trial, pays, payDay }) => {
    expect((await inTx(app, (tx) => reject(tx, id))).value).toBe(true);
    expect(await row()).toMatchObject({ status: 'rejected', rejected_for: 'operator' });
    await trial();
    await pays(invitee);
    await payDay();
    expect([(await inTx(app, (tx) => reject(tx, id))).value, await status(), await bothHave()]).toEqual([
      false,
      'rejected',
      [0, 0],
    ]);
  });

  test('one whose invitee is gone pays nobody', async ({ app, inviter, status, creditsOf, pays, payDay }) => {
    await pays(invitee);
    await app.db.deleteFrom('people').where('id', '=', invitee.id).execute();
    await payDay();
    expect([await status(), await creditsOf(inviter)]).toEqual(['waiting-for-approval', 0]);
  });
});

test('nothing of it breaks what must hold of credits', async ({ app }) => {
  expect(await brokenInvariants(app.db)).toEqual([]);
});
