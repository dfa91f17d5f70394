import { describe, expect } from 'vitest';
import { saveOnboarding } from '#shared/accounts/contract.ts';
import { ONBOARDING } from '#shared/accounts/texts-onboarding.ts';
import { getMe } from '#shared/me/contract.ts';
import type { TestPerson } from '#test/api/people.ts';
import { test as base } from '#test/api/test.ts';

const ANSWERS = {
  persona_type: 'artist',
  persona_level: 'pro',
  persona_diy: 'a-little',
  interests: ['mixing', 'other'],
  comments: '  a choir\r\nof ten  ',
};
type More = Partial<Omit<typeof ANSWERS, 'comments'> & { comments: string | null }>;
const test = base
  .extend(
    'send',
    { scope: 'file' },
    ({ app }) =>
      (person: TestPerson | null, more: More = {}) =>
        app.call(saveOnboarding, { body: { ...ANSWERS, ...more } }, person),
  )
  .extend(
    'kept',
    { scope: 'file' },
    ({ app }) =>
      ({ id }: TestPerson) =>
        app.db.selectFrom('onboarding_answers').selectAll().where('person_id', '=', id).executeTakeFirst(),
  )
  .extend(
    'isCompleted',
    { scope: 'file' },
    ({ app }) =>
      async (person: TestPerson) =>
        (await app.call(getMe, {}, person)).body.user.isOnboardingCompleted,
  );

describe('the onboarding answers', () => {
  test('are kept, and onboarding is completed', async ({ app, send, kept, isCompleted }) => {
    const client = await app.people.make('client');
    expect(await isCompleted(client)).toBe(false);
    const answer = await send(client);
    expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
    expect(await kept(client)).toEqual({
      person_id: client.id,
      persona_type: 'artist',
      persona_level: 'pro',
      persona_diy: 'a-little',
      interests: ['mixing', 'other'],
      comments: 'a choir\nof ten',
      completed_at: app.clock.now(),
    });
    expect(await isCompleted(client)).toBe(true);
  });

  test('sent again count as sent last, and it was completed when it first was', async ({
    app,
    send,
    kept,
  }) => {
    const client = await app.people.make('client');
    const first = app.clock.now();
    await send(client);
    app.clock.add({ minutes: 5 });
    const answer = await send(client, { persona_level: 'starter', interests: ['mixing'], comments: null });
    expect(answer.status).toBe(200);
    expect(await kept(client)).toMatchObject({
      persona_level: 'starter',
      interests: ['mixing'],
      comments: null,
      completed_at: first,
    });
  });

  test('sent by several windows at once leave one set, whole', async ({ app, send, kept }) => {
    const client = await app.people.make('client');
    const levels = ['starter', 'amateur', 'pro', 'legend'];
    const answers = await Promise.all(
      levels.map((persona_level) => send(client, { persona_level, interests: [persona_level] })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const row = await kept(client);
    expect(levels).toContain(row?.persona_level);
    expect(row?.interests).toEqual([row?.persona_level]);
  });

  test.for<[string, More, string, string]>([
    ['no persona type', { persona_type: '' }, 'persona_type', ONBOARDING.answer],
    ['no value of an option', { persona_level: 'A Pro!' }, 'persona_level', ONBOARDING.answer],
    ['no interest', { interests: [] }, 'interests', ONBOARDING.interest],
    ['other without a comment', { interests: ['other'], comments: ' ' }, 'comments', ONBOARDING.other],
    ['a comment of 256 characters', { comments: 'é'.repeat(256) }, 'comments', ONBOARDING.commentsTooLong],
  ])('with %s are refused, and nothing is kept', async ([, more, field, message], { app, send, kept }) => {
    const client = await app.people.make('client');
    const answer = await send(client, more);
    expect(answer.status).toBe(422);
    expect(answer.problem).toMatchObject({ code: 'invalid', errors: [{ field, message }] });
    expect(await kept(client)).toBeUndefined();
  });

  test('255 characters fit, each an emoji', async ({ app, send, kept }) => {
    const client = await app.people.make('client');
    expect((await send(client, { comments: '🎹'.repeat(255) })).status).toBe(200);
    expect((await kept(client))?.comments).toBe('🎹'.repeat(255));
  });

  test.for([
    ['a body that is malformed', { interests: 'mixing' as never }, 400],
    ['a NUL', { comments: 'a\0b' }, 400],
    ['more interests than there can be', { interests: Array.from({ length: 51 }, () => 'x') }, 400],
  ] as const)('%s is %3$i', async ([, more, status], { app, send }) => {
    expect((await send(await app.people.make('client'), more)).status).toBe(status);
  });

  test('are for clients: nobody is 401, musicians and operators are 403', async ({ app, send }) => {
    expect((await send(null)).status).toBe(401);
    expect((await send(await app.people.make('partner'))).status).toBe(403);
    expect((await send(await app.people.make('operator'))).status).toBe(403);
    expect((await send(await app.people.make('managed'))).status).toBe(200);
  });
});
