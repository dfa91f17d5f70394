import { expect } from 'vitest';
import { getAnnouncements } from '#shared/content/contract-documents.ts';
import { announcements, writeDocument } from '../content/service.ts';
import type { TestPerson } from '#test/api/people.ts';
import { test as base } from '#test/api/test.ts';

const test = base
  .extend('ctx', { scope: 'file' }, ({ app }) => () => ({ db: app.db, now: app.clock.now() }))
  .extend(
    'read',
    { scope: 'file' },
    ({ app }) =>
      async (person: TestPerson) =>
        (await app.call(getAnnouncements, {}, person)).body.announcements.map(({ id }) => id),
  )
  .extend(
    'write',
    { scope: 'file' },
    ({ ctx }) =>
      (...all: unknown[]) =>
        writeDocument(ctx(), 'announcements', { announcements: all }),
  );

test('only what is switched on, and without saying for whom; nobody is 401', async ({ app, studio }) => {
  const client = await studio.makeClient();
  const { body, headers } = await app.call(getAnnouncements, {}, client);
  expect(body.announcements.map(({ id, enabled }) => [id, enabled])).toEqual([['bring-a-friend', true]]);
  expect(body.announcements[0]).not.toHaveProperty('audience');
  expect(headers['cache-control']).toBe('no-store');
  expect((await app.call(getAnnouncements, {})).problem).toMatchObject({ status: 401 });
});

test('each for its roles, and of clients its cohorts', async ({ app, studio, ctx, read }) => {
  const [first] = await announcements({ db: app.db });
  const audience = (id: string, roles: string[], cohorts: string[]) => ({
    ...first,
    id,
    audience: { roles, cohorts },
  });
  const own = {
    announcements: [
      audience('members', ['client'], ['member']),
      audience('limited', ['client'], ['ondemand', 'cancelled']),
      audience('musicians', ['partner'], []),
      audience(
        'everyone',
        ['client', 'partner', 'managed'],
        ['public', 'ondemand', 'cancelled', 'member', 'legacy'],
      ),
    ],
  };
  expect(await writeDocument(ctx(), 'announcements', own)).toMatchObject({ ok: true });
  expect(await read(await studio.makeClient())).toEqual(['members', 'everyone']);
  expect(await read(await studio.makeClient({ status: 'cancelled' }))).toEqual(['limited', 'everyone']);
  expect(await read(await studio.makeClient({ status: 'trial' }))).toEqual(['everyone']);
  expect(await read(await app.people.make('partner'))).toEqual(['musicians', 'everyone']);
  expect(await read(await app.people.make('managed'))).toEqual(['everyone']);
  expect(await read(await app.people.make('operator'))).toEqual([]);
});

test('an id twice, a place or a picture that is none is refused', async ({ app, write }) => {
  const [first] = await announcements({ db: app.db });
  expect(await write(first, first)).toMatchObject({ errors: [{ field: 'announcements.1.id' }] });
  expect(await write({ ...first, category: 'everywhere' })).toMatchObject({
    errors: [{ field: 'announcements.0.category' }],
  });
  const big = { src: 'https://elsewhere.test/x.png', width: 1, height: 1 };
  expect(await write({ ...first, images: { big, medium: null, small_mobile: null } })).toMatchObject({
    errors: [{ field: 'announcements.0.images.big.src' }],
  });
  const button = { copy: 'x', style: 'primary', behaviour: 'same-tab', url: 'javascript:x', icon: null };
  expect(await write({ ...first, button })).toMatchObject({
    errors: [{ field: 'announcements.0.button.url' }],
  });
});
