import { auditOf } from '#test/rooms/audit.ts';
import { expect } from 'vitest';
import { getPartner } from '#shared/catalogue/contract.ts';
import { commandsOf } from '#test/rooms/commands.ts';
import { setFlags } from '#test/rooms/flags.ts';
import { mailServer } from '#test/rooms/mails.ts';
import { test as base, WORDS } from '#test/rooms/profiles.ts';
import { approveDraft, listSubmitted, returnDraft, showDraft } from './decide.ts';

const test = base
  .extend('inbox', { scope: 'file' }, async ({}, { onCleanup }) => {
    const server = await mailServer();
    onCleanup(() => server.close());
    return server;
  })
  .extend('options', { scope: 'file' }, ({ inbox }) => ({
    env: { ...inbox.env, SUPPORT_EMAIL: 'studio@talkback.test' },
  }))
  .extend('drummer', ({ studio }) => studio.makeMusician({ title: 'Drums', bio: 'From Lisbon.' }))
  /** A musician in a studio that asks for approval. */
  .extend('player', async ({ app, draftApi, drummer }) => {
    await setFlags(app, { 'profiles-need-approval': true });
    expect((await draftApi.read(drummer.person)).needs_approval).toBe(true);
    return drummer.person;
  })
  .extend('mailsTo', { scope: 'file' }, ({ app, inbox }) => async (address: string) => {
    await app.queues.drain();
    return inbox.take(address);
  })
  /** Runs a command about musicians' profiles as typed. */
  .extend('type', { scope: 'file' }, async ({ app }, { onCleanup }) => {
    const type = await commandsOf(app, onCleanup);
    return (...typed: readonly string[]) => type('musicians', 'profile', ...typed);
  })
  .extend('titleSeen', ({ app, client, drummer }) => async () => {
    const { body } = await app.call(getPartner, { params: { id: drummer.slug } }, client);
    return body.partner.title;
  });

test('a draft is held back, the studio is told, and it is published once it is approved', async ({
  app,
  draftApi,
  samplesApi,
  drummer,
  player,
  mailsTo,
  titleSeen,
}) => {
  const { slug } = drummer;
  await draftApi.save(player, { ...WORDS, title: 'Cymbals' });
  const { draft } = (await draftApi.publish(player)).body;
  expect(draft).toMatchObject({ state: 'waiting', submitted_at: app.clock.now().toString() });
  expect(await titleSeen()).toBe('Drums');
  for (const refused of [
    await draftApi.save(player, { title: 'Other' }),
    await draftApi.publish(player),
    await draftApi.discard(player),
  ])
    expect([refused.status, refused.problem.code]).toEqual([409, 'waiting']);

  const [mail] = await mailsTo('studio@talkback.test');
  expect(mail?.text).toContain(`musicians profile approve ${slug} --version ${draft.version}`);
  expect(await listSubmitted(app.ctx())).toMatchObject([{ slug, version: draft.version }]);
  // What comes meanwhile is not part of what the studio has seen.
  const { id } = await samplesApi.add(player);
  expect((await showDraft(app.ctx(), { slug }))?.profile.samples).toEqual([]);
  const stale = await approveDraft(app.ctx(), { slug, version: draft.version - 1 });
  expect(stale).toMatchObject({ ok: false, reason: 'changed' });
  expect(await approveDraft(app.ctx(), { slug, version: draft.version })).toMatchObject({ ok: true });
  expect(await titleSeen()).toBe('Cymbals');
  expect(await auditOf(app.db, 'person', player.id)).toMatchObject([
    {
      what: 'profile.approved',
      after: { version: draft.version, changed: expect.arrayContaining(['title']) },
    },
  ]);
  expect(await draftApi.read(player)).toMatchObject({
    state: 'changed',
    profile: { samples: [{ id, shown: true }] },
  });
  expect((await samplesApi.list(player))[0]).toMatchObject({ id, position: null });
  expect((await mailsTo(player.email)).map(({ subject }) => subject)).toEqual(['Your page is published']);
});

test('a draft is returned with a note, which stays until it is sent again', async ({
  app,
  draftApi,
  drummer,
  player,
  mailsTo,
}) => {
  const { slug } = drummer;
  const { version } = await draftApi.show(player, { title: 'Cymbals' });
  const seen = { slug, version };
  expect(await returnDraft(app.ctx(), { ...seen, note: ' ' })).toMatchObject({ reason: 'bad_note' });
  expect(await returnDraft(app.ctx(), { ...seen, note: 'Please name your kit.' })).toMatchObject({
    ok: true,
  });
  expect(await approveDraft(app.ctx(), { slug, version: version + 1 })).toMatchObject({
    reason: 'not_waiting',
  });
  expect(await auditOf(app.db, 'person', player.id)).toMatchObject([
    { what: 'profile.returned', reason: 'Please name your kit.', after: { version } },
  ]);
  const [mail] = await mailsTo(player.email);
  expect(mail?.text).toContain('Please name your kit.');
  await draftApi.save(player, { bio: 'A maple kit.' });
  expect(await draftApi.read(player)).toMatchObject({
    state: 'returned',
    returned_note: 'Please name your kit.',
  });
  expect(await draftApi.show(player, { bio: 'A maple kit.' })).toMatchObject({
    state: 'waiting',
    returned_note: null,
  });
  expect((await showDraft(app.ctx(), { slug }))?.profile.bio).toBe('A maple kit.');
});

test('of taking back and approving at once one wins; a mail about what was taken back is not sent', async ({
  app,
  draftApi,
  drummer,
  player,
  mailsTo,
  titleSeen,
}) => {
  const { slug } = drummer;
  const { version } = await draftApi.show(player, { title: 'Cymbals' });
  const [approved] = await Promise.all([
    approveDraft(app.ctx(), { slug, version }),
    draftApi.takeBack(player),
  ]);
  expect(await titleSeen()).toBe(approved.ok ? 'Cymbals' : 'Drums');
  expect((await draftApi.read(player)).submitted_at).toBeNull();
  const mails = await mailsTo('studio@talkback.test');
  expect(mails.filter(({ text }) => text?.includes(`${slug} --version`))).toEqual([]);
});

test('the commands as they are typed: list, show, return and approve', async ({
  draftApi,
  drummer,
  player,
  titleSeen,
  type,
}) => {
  const { slug } = drummer;
  expect((await type('list')).out).not.toContain(slug);
  await draftApi.save(player, { ...WORDS, title: 'Cymbals' });
  expect((await type('show', slug)).out).toMatch(
    /^.+ \(.+\), version \d+: published, with changes that are not\.$/m,
  );
  const first = (await draftApi.publish(player)).body.draft;
  expect((await type('list')).out).toMatch(new RegExp(`${slug} .* ${first.version} +changes`));
  const shown = await type('show', slug);
  expect(shown).toMatchObject({ code: 0, err: '' });
  expect(shown.out).toContain('title *: Cymbals');
  expect(shown.out).toContain('  now published: Drums');
  expect(shown.out).toContain(`To publish it: musicians profile approve ${slug} --version ${first.version}`);

  const seen = ['--version', String(first.version)];
  for (const [typed, code, says] of [
    [['approve', slug], 2, '--version takes the number'],
    [['approve', slug, '--version', 'four'], 2, '--version takes the number'],
    [['approve', slug, '--version', '0'], 1, 'The profile is another one now.'],
    [['approve', 'nobody', ...seen], 1, 'There is no musician with this slug.'],
    [['show', 'nobody'], 1, 'There is no musician with this slug.'],
    [['return', slug, ...seen], 1, 'A note has 1 to 1000 characters.'],
  ] as const) {
    const refused = await type(...typed);
    expect([typed, refused.code, refused.out]).toEqual([typed, code, '']);
    expect(refused.err).toContain(says);
  }

  const returned = await type('return', slug, ...seen, '--note', 'Please name your kit.');
  expect(returned).toMatchObject({ code: 0, err: '' });
  expect(returned.out).toContain('is asked to change the profile.');
  expect(await draftApi.read(player)).toMatchObject({
    state: 'returned',
    returned_note: 'Please name your kit.',
  });
  expect((await type('approve', slug, ...seen)).code).toBe(1);

  const second = (await draftApi.publish(player)).body.draft;
  const approved = await type('approve', slug, '--version', String(second.version));
  expect(approved).toMatchObject({ code: 0, err: '' });
  expect(approved.out).toContain('is published.');
  expect(await titleSeen()).toBe('Cymbals');
  expect((await type('list')).out).not.toContain(slug);
  expect((await type('show', slug)).out).toContain('published, nothing changed since');
});
