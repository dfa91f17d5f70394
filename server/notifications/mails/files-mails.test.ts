import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { approve } from '#shared/sessions/contract.ts';
import { filesStudio, song, type FilesStudio } from '#test/rooms/files.ts';
import { sendSessionMails } from '../send-session-mails.ts';
import { headerOf, mailServer } from '#test/rooms/mails.ts';

let server: Awaited<ReturnType<typeof mailServer>>;
let files: FilesStudio;

beforeAll(async () => {
  server = await mailServer();
  files = await filesStudio(undefined, { env: server.env });
});
beforeEach(() => {
  server.mails.length = 0;
});
afterAll(async () => {
  await files.api.close();
  await server.close();
});

/** The client sends a file and says so; answers what was mailed to the musician. */
async function send(id: number, path: string) {
  expect((await files.desk.deliver(id, [song(path)], files.client)).status).toBe(200);
  await files.api.queues.drain();
  return server.take(files.musician.person.email);
}

test('the files of a client are mailed to their musician, once until they have looked at them', async () => {
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

test('a musician who wants no mails about files gets none', async () => {
  const { id: person_id } = files.musician.person;
  const updated_at = files.api.clock.now();
  await files.api.db
    .insertInto('notification_settings')
    .values({ person_id, files: false, updated_at })
    .execute();
  const { id } = await files.session();
  expect(await send(id, 'drums.wav')).toEqual([]);
});
