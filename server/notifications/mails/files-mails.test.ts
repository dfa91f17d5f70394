import { expect, test as base } from 'vitest';
import { approve } from '#shared/sessions/contract.ts';
import { filesStudio, song } from '#test/rooms/files.ts';
import { headerOf, mailServer } from '#test/rooms/mails.ts';
import { sendSessionMails } from '../send-session-mails.ts';

const test = base
  .extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
    const server = await mailServer();
    onCleanup(() => server.close());
    return server;
  })
  .extend('files', { scope: 'file' }, async ({ server }, { onCleanup }) => {
    const files = await filesStudio(undefined, { env: server.env });
    onCleanup(() => files.api.close());
    return files;
  })
  /** The client sends a file and reports it; returns what was mailed to the musician. */
  .extend('send', ({ server, files }) => {
    server.mails.length = 0;
    return async (id: number, path: string) => {
      const { status } = await files.filesApi.deliver(id, [song(path)], files.client);
      expect(status).toBe(200);
      await files.api.queues.drain();
      return server.take(files.musician.person.email);
    };
  });

test('the files of a client are mailed to their musician, once until they have looked at them', async ({
  server,
  files,
  send,
}) => {
  const { id } = await files.session();
  const [mail, ...others] = await send(id, 'drums.wav');
  expect(others).toEqual([]);
  expect(mail?.subject).toMatch(/^Files to review: .+ with /);
  expect(mail?.text).toContain(`http://localhost:4001/sessions/${id}/files-management`);
  expect(mail && headerOf(mail, 'List-Unsubscribe')).toContain('group=files');
  expect(await send(id, 'bass.wav')).toEqual([]);

  await files.api.call(approve, { body: { session_id: id } }, files.musician.person);
  expect(await send(id, 'guide.wav')).toEqual([]);
  files.api.clock.add({ minutes: 10 });
  await sendSessionMails.run(files.api.ctx(), {});
  await files.api.queues.drain();
  expect(server.take(files.musician.person.email)).toHaveLength(1);
  expect(server.take(files.client.email)).toEqual([]);
});

test('a musician who wants no mails about files gets none', async ({ files, send }) => {
  const { id: person_id } = files.musician.person;
  const updated_at = files.api.clock.now();
  await files.api.db
    .insertInto('notification_settings')
    .values({ person_id, files: false, updated_at })
    .execute();
  const { id } = await files.session();
  expect(await send(id, 'drums.wav')).toEqual([]);
});
