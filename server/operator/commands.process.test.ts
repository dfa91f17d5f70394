import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { expect, test as base } from 'vitest';
import { freePort } from '../lib/free-port.ts';
import { childEnv } from '#test/api/child.ts';
import { typeHere, type Done } from '#test/rooms/commands.ts';
import { startServer, type ServerProcess } from '#test/api/server-process.ts';

/** The commands as they are typed, on an embedded database, before the studio runs and while it does. */
const SCRIPT = path.resolve(import.meta.dirname, '../../scripts/studio.ts');

let passphrase = '';
let server: ServerProcess | undefined;

const ADA = ['people', 'invite', 'operator', '--email', 'Ada@Studio.test', '--name', 'Ada Lovelace'];
/** The secret of the link in the mail that a command named. */
async function secretIn(out: string): Promise<string> {
  const file = /kept in (\S+\.eml)/.exec(out)?.[1] ?? '';
  const mail = await PostalMime.parse(fs.readFileSync(file));
  return /\/password\/validate\/([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '';
}

const test = base
  .extend('dir', { scope: 'file' }, () => fs.mkdtempSync(path.join(os.tmpdir(), 'talkback-commands-')))
  .extend('port', { scope: 'file' }, () => freePort(3))
  .extend(
    'studio',
    { scope: 'file' },
    ({ dir, port }) =>
      async (...typed: readonly string[]): Promise<Done> => {
        const child = spawn(process.execPath, [SCRIPT, ...typed], {
          env: childEnv({
            DATA_DIR: dir,
            PORT: String(port),
            INIT_CWD: dir,
            BACKUP_PASSPHRASE: passphrase,
          }),
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        const ended = once(child, 'exit');
        const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
        const [code] = (await ended) as [number | null];
        return { code: code ?? -1, out, err };
      },
  )
  /** The same in this process, which starts nothing: one of each kind is typed outside. */
  .extend(
    'type',
    { scope: 'file' },
    ({ dir, port }) =>
      (...typed: readonly string[]): Promise<Done> =>
        typeHere({ DATA_DIR: dir, PORT: String(port), INIT_CWD: dir }, typed),
  )
  .extend('postmaster', { scope: 'file' }, ({ dir }) => (): string | null => {
    const file = path.join(dir, 'postgres/postmaster.pid');
    return fs.existsSync(file) ? (fs.readFileSync(file, 'utf8').split('\n')[0] ?? null) : null;
  })
  .extend(
    'post',
    { scope: 'file' },
    ({ port }) =>
      async (front: 0 | 1 | 2, call: string, body: object): Promise<number> => {
        const origin = `http://localhost:${port + front}`;
        const answer = await fetch(origin + call, {
          method: 'POST',
          headers: { origin, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        await answer.arrayBuffer();
        return answer.status;
      },
  )
  .extend('privacyPage', { scope: 'file' }, ({ port }) => async (): Promise<string> => {
    return (await fetch(`http://localhost:${port}/content/pages/privacy`)).text();
  });

test.beforeAll(async ({ dir }) => {
  fs.chmodSync(dir, 0o711);
});

test.afterAll(async ({ dir }) => {
  await server?.stop();
  fs.rmSync(dir, { recursive: true, force: true });
});

test('typed wrong it ends with 2 and touches nothing; so does --help, with 0', async ({ studio, dir }) => {
  const wrong = await studio('people', 'invite', 'client');
  expect([wrong.code, wrong.out]).toEqual([2, '']);
  expect(wrong.err).toContain('Whom? One of operator, partner, managed, not "client".');
  const help = await studio('--help');
  expect([help.code, help.err]).toEqual([0, '']);
  expect(help.out).toContain('npm run studio -- people invite');
  expect(fs.readdirSync(dir)).toEqual([]);
});

test('before the studio ever ran: the first operator, whose link works once it does', async ({
  studio,
  dir,
  port,
  postmaster,
  post,
}) => {
  const first = await studio(...ADA);
  expect(first).toMatchObject({ code: 0 });
  expect(first.out).toContain('Ada Lovelace <ada@studio.test> has an account as operator.');
  const second = await studio(...ADA.with(4, 'bob@studio.test'));
  expect([second.code, second.out]).toEqual([1, '']);
  expect(second.err).toContain('The studio has an operator already. Say --another to make one more.');
  expect((await studio('flags', 'set', 'webinar', 'on')).out).toContain('webinar is on');
  expect(postmaster(), 'no database is left running').toBe(null);
  expect(fs.existsSync(path.join(dir, 'talkback.lock'))).toBe(false);

  server = startServer({ DATA_DIR: dir, PORT: String(port), DEMO: 'off' });
  await server.ready();
  const resetToken = await secretIn(first.out);
  const chosen = { resetToken, password: 'a word of hers' };
  expect(await post(2, '/api/auth/validate/reset-password-token', chosen)).toBe(200);
  const user = { email: 'ada@studio.test', password: 'a word of hers' };
  expect(await post(2, '/api/users/login', { user })).toBe(200);
});

test('while it runs: its database is used and left alone, and it follows within seconds', async ({
  studio,
  type,
  port,
  postmaster,
}) => {
  const before = postmaster();
  expect(before).not.toBe(null);
  const flag = async (name: string): Promise<unknown> => {
    const answer = await fetch(`http://localhost:${port}/content/studio`);
    return ((await answer.json()) as { studio: { flags: Record<string, boolean> } }).studio.flags[name];
  };
  expect(await flag('webinar')).toBe(true);
  expect((await studio('flags', 'unset', 'webinar')).out).toContain('webinar is off, as shipped');
  await expect.poll(() => flag('webinar')).toBe(false);

  const partner = ['people', 'invite', 'partner', '--email', 'rafa@studio.test', '--name', 'Rafa Monteiro'];
  const invited = await type(...partner, '--slug', 'rafa', '--title', 'Drummer', '--zone', 'Europe/Lisbon');
  expect(invited).toMatchObject({ code: 0 });
  expect(await secretIn(invited.out)).toMatch(/.{20}/);
  const again = await type(...partner, '--slug', 'rafa-2', '--title', 'Drummer');
  expect([again.code, again.out]).toEqual([1, '']);
  expect(again.err).toContain('This e-mail has an account already.');

  expect((await type('people', 'waiting')).out).toBe('Nobody waits.\n');
  expect(await type('people', 'admit', 'rafa@studio.test')).toMatchObject({ code: 1 });
  expect(postmaster()).toBe(before);
  expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200);
});

test('a session that is not there is neither moved nor cancelled', async ({ type }) => {
  for (const typed of [
    ['move', '100004', '2026-12-01T14:00Z'],
    ['cancel', '100004', '--reason', 'The musician is ill'],
  ]) {
    const { code, out, err } = await type('sessions', ...typed);
    expect([code, out, err]).toEqual([1, '', expect.stringContaining('There is no session 100004.')]);
  }
});

test('a session is booked for nobody but a client', async ({ studio }) => {
  const typed = ['nobody@studio.test', 'rafa', 'recording', '2026-12-01T14:00Z', '--title', 'Song'];
  const { code, out, err } = await studio('sessions', 'book', ...typed);
  expect([code, out, err]).toEqual([
    1,
    '',
    expect.stringContaining('There is no client or managed client with that e-mail.'),
  ]);
});

test('content: out to a folder, changed, refused as a whole with every fault named, and in', async ({
  studio,
  type,
  dir,
  privacyPage,
}) => {
  const folder = path.join(dir, 'words');
  expect((await studio('content', 'export', 'words')).code).toBe(0);
  const [faqs, privacy] = [path.join(folder, 'faqs.json'), path.join(folder, 'privacy.json')];
  fs.writeFileSync(
    privacy,
    JSON.stringify({ title: 'What we know of you', body: '<p onclick="x">Little.</p>' }),
  );
  fs.writeFileSync(faqs, '{"faqs": 7}');
  const refused = await type('content', 'import', 'words');
  expect([refused.code, refused.out]).toEqual([1, '']);
  expect(refused.err).toMatch(/Nothing was imported\.\n {2}faqs\.json: \S+/);

  const kept = await type('content', 'export', 'words');
  expect(kept.code).toBe(1);
  expect(kept.err).toContain('files that differ: faqs.json, privacy.json');
  expect(await privacyPage()).not.toContain('What we know of you');
  fs.rmSync(faqs);
  const imported = (await type('content', 'import', 'words')).out;
  expect(imported).toContain('Changed: privacy.');
  expect(imported).toContain('  privacy.json: body: onclick of <p>\n');
  expect((await type('content', 'list')).out).toMatch(/privacy +changed/);
  await expect.poll(privacyPage).toContain('What we know of you');
  expect((await type('content', 'reset', 'privacy')).code).toBe(0);
  await expect.poll(privacyPage).not.toContain('What we know of you');

  const pricing = path.join(folder, 'pricing.json');
  fs.writeFileSync(pricing, fs.readFileSync(pricing, 'utf8').replace('"price": 199', '"price": 205'));
  fs.rmSync(privacy);
  expect((await type('content', 'import', 'words')).out).toMatch(/Changed: pricing\..*\n.*\n.*prices sync/);
  expect((await type('content', 'reset', 'pricing')).code).toBe(0);
});

test('pictures: added from a file, drawn anew, shown by the studio that runs', async ({
  studio,
  type,
  dir,
  port,
}) => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 32"><script>alert(1)</script></svg>';
  fs.writeFileSync(path.join(dir, 'wide.svg'), drawing);
  fs.writeFileSync(path.join(dir, 'page.png'), '<html></html>');
  const refused = await type('content', 'picture', 'add', 'page.png');
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('page.png cannot be used')]);
  const { out } = await studio('content', 'picture', 'add', 'wide.svg');
  const { src } = JSON.parse(/\{.*\}/.exec(out)?.[0] ?? '{}') as { src: string };
  expect(out).toContain('"width":1920,"height":960');
  const answer = await fetch(`http://localhost:${port}${src}`);
  expect(answer.headers.get('content-type')).toBe('image/webp');
  expect(await answer.text()).not.toContain('alert');
  expect((await type('content', 'picture', 'list')).out).toContain('1920 x 960');
  expect((await type('content', 'picture', 'remove', src)).out).toContain('is gone.');
});

test('everything is backed up while the studio runs, destroyed, and restored', async ({
  studio,
  dir,
  port,
  post,
}) => {
  passphrase = 'four plain words here';
  const folder = path.join(dir, '..', `${path.basename(dir)}-backup`);
  const made = await studio('backup', folder);
  expect([made.code, made.err]).toEqual([0, '']);
  expect(made.out).toContain('Every byte of it was read back.');
  expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200);
  const running = await studio('restore', folder);
  expect([running.code, running.err]).toEqual([
    1,
    `Talkback runs on ${dir}. Stop it first, or choose another DATA_DIR.\n`,
  ]);
  const secrets = fs.readFileSync(path.join(dir, 'secrets.json'), 'utf8');
  await server?.stop();
  for (const name of fs.readdirSync(dir)) fs.rmSync(path.join(dir, name), { recursive: true });

  passphrase = 'five other words than those';
  const wrong = await studio('restore', folder);
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('The passphrase is not the one')]);
  expect(fs.readdirSync(dir)).toEqual([]);
  passphrase = 'four plain words here';
  expect(await studio('restore', folder)).toMatchObject({ code: 0 });
  expect(fs.readFileSync(path.join(dir, 'secrets.json'), 'utf8')).toBe(secrets);
  const again = await studio('restore', folder);
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('The database is not empty')]);

  server = startServer({ DATA_DIR: dir, PORT: String(port), DEMO: 'off' });
  await server.ready();
  const user = { email: 'ada@studio.test', password: 'a word of hers' };
  expect(await post(2, '/api/users/login', { user })).toBe(200);
  fs.rmSync(folder, { recursive: true });
});
