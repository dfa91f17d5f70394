import { describe, expect } from 'vitest';
import { fail, ok } from '#shared/lib/result.ts';
import { invite } from '#shared/referrals/contract.ts';
import { insertPerson } from '../accounts/steps.ts';
import { transaction } from '../db/transaction.ts';
import { inTx, makeInvitation } from '#test/rooms/referrals.ts';
import { acceptCode } from './steps.ts';
import { test as base } from '#test/api/test.ts';

const test = base
  .extend('client', { scope: 'file', auto: true }, ({ app }) => app.people.make('client'))
  .extend(
    'invitation',
    { scope: 'file' },
    ({ app, client }) =>
      (hoursAgo = 0) =>
        makeInvitation(app.db, { inviterId: client.id, at: app.clock.now().subtract({ hours: hoursAgo }) }),
  )
  .extend(
    'acceptedBy',
    { scope: 'file' },
    ({ app }) =>
      (code: string) =>
        app.db
          .selectFrom('invitations')
          .select(['status', 'invitee_id', 'accepted_at'])
          .where('code', '=', code)
          .executeTakeFirstOrThrow(),
  )
  /** A sign-up with a code: account and code in one transaction. */
  .extend('signUp', { scope: 'file' }, ({ app }) => {
    let counter = 0;
    return (code: string, { fails = false } = {}) => {
      const now = app.clock.now();
      const email = `new-${(counter += 1)}@test.test`;
      return transaction({ db: app.db, now }, async (tx) => {
        const account = {
          role: 'client',
          name: 'New Person',
          email,
          zone: 'UTC',
          passwordHash: null,
        } as const;
        const personId = await insertPerson(tx, { ...account, now });
        const answer = await acceptCode(tx, { code, personId, email, now });
        return fails ? fail('something_else') : ok({ personId, answer });
      });
    };
  })
  .extend('answerOf', { scope: 'file' }, ({ signUp }) => async (code: string) => {
    const signed = await signUp(code);
    return signed.ok ? signed.value.answer : signed.reason;
  });

describe('a code brings one person', () => {
  test('of 32 who sign up with it at once one has it, and all sign up', async ({
    invitation,
    acceptedBy,
    signUp,
  }) => {
    const { code } = await invitation();
    const signed = await Promise.all(Array.from({ length: 32 }, () => signUp(code)));
    const values = signed.flatMap((one) => (one.ok ? [one.value] : []));
    expect(values).toHaveLength(32);
    const accepted = values.filter(({ answer }) => answer === 'accepted');
    expect(accepted).toHaveLength(1);
    expect(values.filter(({ answer }) => answer === 'used')).toHaveLength(31);
    expect(await acceptedBy(code)).toMatchObject({
      status: 'accepted-signup',
      invitee_id: accepted[0]?.personId,
    });
  });

  test('a sign-up that fails afterwards leaves it for the next one', async ({
    invitation,
    acceptedBy,
    signUp,
    answerOf,
  }) => {
    const { code } = await invitation();
    expect((await signUp(code, { fails: true })).ok).toBe(false);
    expect(await acceptedBy(code)).toMatchObject({ status: 'awaiting-to-accept', invitee_id: null });
    expect(await answerOf(code)).toBe('accepted');
  });

  test('an unknown or empty code, and one that ran out, keep nobody out', async ({
    invitation,
    answerOf,
  }) => {
    expect(await answerOf('nobody-knows-this-one')).toBe('unknown');
    expect(await answerOf('')).toBe('unknown');
    expect(await answerOf((await invitation(30 * 24)).code)).toBe('unknown');
    const lastMoment = await invitation(30 * 24 - 1);
    expect(await answerOf(lastMoment.code)).toBe('accepted');
  });

  test('one that was used stays used after its deadline', async ({ app, invitation, signUp, answerOf }) => {
    const { code } = await invitation();
    await signUp(code);
    app.clock.add({ hours: 30 * 24 });
    expect(await answerOf(code)).toBe('used');
    app.clock.add({ hours: -30 * 24 });
  });

  test('a person comes in by one: the database refuses a second', async ({ app, invitation }) => {
    const [first, second] = [await invitation(), await invitation()];
    const person = await app.people.make('client');
    const now = app.clock.now();
    const accepting = { personId: person.id, email: person.email, now };
    await inTx(app, (tx) => acceptCode(tx, { ...accepting, code: first.code }));
    const again = inTx(app, (tx) => acceptCode(tx, { ...accepting, code: second.code }));
    await expect(again).rejects.toThrow('invitations_invitee');
  });
});

test('of 16 who invite one address at once with one account, one does', async ({ app, client }) => {
  const body = { email: 'wanted@test.test' };
  const answers = await Promise.all(Array.from({ length: 16 }, () => app.call(invite, { body }, client)));
  const invited = answers.filter(({ status }) => status === 201);
  expect([invited.length, answers.filter(({ status }) => status === 409).length]).toEqual([1, 15]);
});

test('an expired one is renewed once, however many ask at once', async ({ app, client, invitation }) => {
  const { email, code } = await invitation(31 * 24);
  await app.db.deleteFrom('rate_counters').execute();
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => app.call(invite, { body: { email } }, client)),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const rows = await app.db.selectFrom('invitations').select('code').where('email', '=', email).execute();
  expect(rows).toHaveLength(1);
  expect(rows[0]?.code).not.toBe(code);
});

test('16 repeats at once with one key are one invitation and one answer', async ({ app, client }) => {
  await app.db.deleteFrom('rate_counters').execute();
  const args = { body: { email: 'keyed@test.test' }, headers: { 'idempotency-key': 'one key' } };
  const answers = await Promise.all(Array.from({ length: 16 }, () => app.call(invite, args, client)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => body.referral.id)).size).toBe(1);
});
