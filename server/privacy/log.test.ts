import { expect } from 'vitest';
import { login, signUp } from '#shared/accounts/contract.ts';
import { updateMe } from '#shared/me/contract.ts';
import { postMessage } from '#shared/messages/contract.ts';
import { uploadLink } from '#shared/files/contract.ts';
import * as privacy from '#shared/privacy/contract.ts';
import { createTrack } from '#shared/sessions/contract.ts';
import { createLog } from '../lib/log.ts';
import { makeSession } from '#test/rooms/sessions.ts';
import { test as base } from '#test/api/test.ts';
import { eraseDue } from './jobs.ts';

const lines: string[] = [];

const test = base.extend('options', { scope: 'file' }, () => ({
  log: createLog('trace', { write: (line: string) => void lines.push(line) }),
}));

test('no line of the log has a name, address, text, title, file name, password or cookie of a person', async ({
  app,
  studio,
}) => {
  const email = 'quirina@tuttifrutti.test';
  const password = 'schnurrbartbinde';
  const user = { name: 'Quirina Wunderlich', email, password, timezone: 'UTC' };
  const joined = await app.call(signUp, { body: { user, method: 'official' } });
  await app.call(signUp, { body: { user, method: 'official' } });
  await app.call(login, { body: { user: { email, password } } });
  await app.call(login, { body: { user: { email, password: `${password}!` } } });
  await app.queues.drain();
  const [cookie = ''] = String(joined.headers['set-cookie']).split(';');
  const client = { id: joined.body.user.id, email, role: 'client', front: 'studio', cookie } as const;
  const { id, threadId } = await makeSession(studio, {
    client,
    musician: await studio.makeMusician(),
    title: 'Geheimlied',
  });
  await app.call(updateMe, { body: { user: { billing_address: { city: 'Krähwinkel' } } } }, client);
  await app.call(updateMe, { body: { user: { country: 'Krähwinkel'.slice(0, 2) } } }, client);
  for (const thread_id of [threadId, client.id])
    await app.call(postMessage, { body: { thread_id, body: 'Flüsterworte' } }, client);
  await app.call(createTrack, { body: { title: 'Heimatmelodie' } }, client);
  const file = { name: 'tagebuch.wav', size: 5, type: 'audio/wav' };
  await app.call(uploadLink, { body: { session_id: id, files: [file] } } as never, client);
  await app.call(privacy.startExport, {}, client);
  await app.call(privacy.requestErasure, { body: { password } }, client);
  await app.queues.drain();
  app.clock.add({ hours: 24 * 60 });
  await eraseDue.run(app.ctx(), {});
  const all = lines.join('');
  expect(lines.length).toBeGreaterThan(10);
  const secret = cookie.split('=')[1] ?? '';
  for (const word of [
    'Quirina',
    'Wunderlich',
    'tuttifrutti',
    'Geheimlied',
    'Krähwinkel',
    'Flüsterworte',
    'Heimatmelodie',
    'tagebuch',
    password,
    secret,
  ])
    expect([word, all.includes(word)]).toEqual([word, false]);
});
