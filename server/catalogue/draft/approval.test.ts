import { expect } from 'vitest';
import { getPartner } from '#shared/catalogue/contract.ts';
import { mailServer } from '#test/rooms/mails.ts';
import { test as base, WORDS } from '#test/rooms/profiles.ts';
import { setFlag } from '../../content/service.ts';
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
  /** A musician in a studio that asks for approval; flags are read again within two seconds. */
  .extend('player', async ({ app, draftApi, drummer }) => {
    await setFlag(app.ctx(), 'profiles-need-approval', true);
    const needs = async () => (await draftApi.read(drummer.person)).needs_approval;
    await expect.poll(needs, { timeout: 10_000 }).toBe(true);
    return drummer.person;
  })
  .extend('mailsTo', { scope: 'file' }, ({ app, inbox }) => async (address: string) => {
    await app.queues.drain();
    return inbox.take(address);
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
  expect((await showDraft(app.ctx(), slug))?.profile.samples).toEqual([]);
  const stale = await approveDraft(app.ctx(), { slug, version: draft.version - 1 });
  expect(stale).toMatchObject({ ok: false, reason: 'changed' });
  expect(await approveDraft(app.ctx(), { slug, version: draft.version })).toMatchObject({ ok: true });
  expect(await titleSeen()).toBe('Cymbals');
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
  expect((await showDraft(app.ctx(), slug))?.profile.bio).toBe('A maple kit.');
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
