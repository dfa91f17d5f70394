import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, test as base } from 'vitest';
import { onThisMachine } from '#test/api/busy.ts';
import { isAlive as isAliveProcess } from '../db/embedded/alive.ts';
import { freePort } from '../lib/free-port.ts';
import type { Secrets } from '../lib/secrets.ts';
import { sdk } from '#test/sandbox/sdk.ts';
import { startServer, type ServerProcess } from '#test/api/server-process.ts';
import { leaveDemo } from '#test/made-demo.ts';

let running: ServerProcess[] = [];
/** A data folder of an earlier start. */
let used = '';

const isAlive = (pid: number | null | undefined): boolean => isAliveProcess(pid ?? 0);

/** The line by which a failed start says why. */
async function refusal(server: ServerProcess): Promise<string> {
  expect(await server.exit()).toBe(1);
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('Talkback cannot start.'));
  expect(lines).toHaveLength(1);
  expect(server.output()).not.toMatch(/\n\s+at /);
  return lines[0] ?? '';
}

const test = base
  .extend('dir', () => {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'talkback-life-'));
    fs.chmodSync(dir, 0o711);
    return dir;
  })
  .extend('port', () => freePort(4))
  /** Copies a used data folder, because creating a database takes longer than the test. */
  .extend('onUsedFolder', ({ dir }) => (): void => {
    if (used !== '') execFileSync('cp', ['-a', `${used}/.`, dir]);
  })
  .extend('start', ({ dir, port }) => (env: Record<string, string> = {}): ServerProcess => {
    const server = startServer({ DATA_DIR: dir, PORT: String(port), DEMO: 'off', ...env });
    running.push(server);
    return server;
  })
  .extend('postmaster', ({ dir }) => (): number | null => {
    const file = path.join(dir, 'postgres/postmaster.pid');
    return fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8').split('\n')[0]) : null;
  });

test.afterAll(() => fs.rmSync(used, { recursive: true, force: true }));

test.afterEach(async ({ start, dir, postmaster }) => {
  for (const server of running) await server.stop('SIGTERM');
  // A killed server leaves its database running; another start and stop ends it.
  if (postmaster() !== null) {
    const last = start();
    await last.ready();
    await last.stop();
  }
  running = [];
  fs.rmSync(dir, { recursive: true, force: true });
});

test('three origins answer; SIGTERM ends the server with 0 and leaves no process and no lock behind', async ({
  start,
  dir,
  port,
  postmaster,
}) => {
  const server = start();
  await server.ready();
  for (const front of [0, 1, 2]) {
    const answer = await fetch(`http://127.0.0.1:${port + front}/readyz`);
    expect(answer.status).toBe(200);
  }
  const [link = ''] = /http\S+\/dev\/outbox\?token=\S+/.exec(server.output()) ?? [];
  const opened = await fetch(link, { redirect: 'manual' });
  expect([opened.status, opened.headers.get('location')]).toEqual([302, '/dev/outbox']);
  const database = postmaster();
  expect(isAlive(database)).toBe(true);
  expect(await server.stop('SIGTERM')).toBe(0);
  expect(isAlive(database)).toBe(false);
  expect(fs.existsSync(path.join(dir, 'talkback.lock'))).toBe(false);
  used = fs.mkdtempSync(path.join(os.tmpdir(), 'talkback-used-'));
  execFileSync('cp', ['-a', `${dir}/.`, used]);
});

test.for([
  ['LOG=text: a few lines for people, none of them a record', 'text'],
  ['LOG=json: a record of each request', 'json'],
  ['no LOG and no terminal: as JSON', ''],
] as const)('what a running server prints. %s', async ([, style], { start, port, onUsedFolder }) => {
  onUsedFolder();
  const server = start(style === '' ? {} : { LOG: style });
  await server.ready();
  for (const address of ['/content/studio', '/login', '/api/users/me', '/nowhere'])
    await (await fetch(`http://127.0.0.1:${port}${address}`)).text();
  await server.stop();
  const lines = server.output().split('\n');
  expect(lines.filter((line) => line.includes('ready in'))).toHaveLength(1);
  const records = lines.filter((line) => line.startsWith('{'));
  const served = records
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(
      ({ msg, path: address, status }) =>
        msg === 'request' && address === '/content/studio' && status === 200,
    );
  expect([records.length > 0, served.length]).toEqual(style === 'text' ? [false, 0] : [true, 1]);
});

test('a start while one runs is one clear line, and the running one goes on', async ({
  start,
  dir,
  port,
  onUsedFolder,
}) => {
  onUsedFolder();
  const first = start();
  await first.ready();
  const second = start();
  expect(await refusal(second)).toBe(
    `Talkback cannot start. Talkback runs already on ${dir} (process ${first.process.pid}).`,
  );
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
});

test('after SIGKILL the next start takes over lock and database, and stops both', async ({
  start,
  onUsedFolder,
  postmaster,
}) => {
  onUsedFolder();
  const killed = start();
  await killed.ready();
  const database = postmaster();
  await killed.stop('SIGKILL');
  expect(isAlive(database)).toBe(true);
  const next = start();
  await next.ready();
  expect(postmaster()).toBe(database);
  expect(await next.stop()).toBe(0);
  expect(isAlive(database)).toBe(false);
});

test('a second start finds everything and is ready within 2 s', async ({ start, onUsedFolder }) => {
  onUsedFolder();
  const first = start();
  await first.ready();
  await first.stop();
  const second = start();
  await second.ready();
  const seconds = Number(/ready in (\d+\.\d) s/.exec(second.output())?.[1]);
  expect(seconds).toBeLessThanOrEqual(onThisMachine(2000) / 1000);
});

test('a taken port is named, and nothing stays running', async ({ start, port, postmaster }) => {
  const other = net.createServer().listen(port + 1, '127.0.0.1');
  await once(other, 'listening');
  expect(await refusal(start())).toBe(
    `Talkback cannot start. Port ${port + 1} is taken by another program. Set PORT so that it and the next two are free.`,
  );
  expect(postmaster()).toBe(null);
  other.close();
});

test('the demo is made once, with its payment sandbox on the fourth port; every start prints its own password, which signs in', async ({
  start,
  dir,
  port,
  onUsedFolder,
}) => {
  onUsedFolder();
  // The first start's demo is for later stages, too: nobody stays signed in, and it gets no other customer.
  const printed: string[] = [];
  const customers: string[] = [];
  let first = { logout: 0, products: 0 };
  for (let time = 0; time < 3; time += 1) {
    const server = start({ DEMO: 'on' });
    await server.ready();
    const password = /with the password ([a-z]+-[a-z]+-[a-z]+)\n/.exec(server.output())?.[1] ?? '';
    const email = time === 0 ? 'legacy@demo.test' : 'client@demo.test';
    const users = `http://localhost:${port}/api/users`;
    const login = await fetch(`${users}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user: { email, password } }),
    });
    expect([login.status, server.output().includes('Making the demo')]).toEqual([200, time === 0]);
    printed.push(password);
    expect(server.output()).toContain(
      `Payments: sandbox at http://localhost:${port + 3} (test cards, no money moves)\n`,
    );
    const { sandboxKey } = JSON.parse(fs.readFileSync(path.join(dir, 'secrets.json'), 'utf8')) as Secrets;
    const stripe = sdk(`http://${time === 2 ? 'localhost' : '127.0.0.1'}:${port + 3}`, sandboxKey);
    if (time === 0) {
      const cookies = login.headers.getSetCookie().map((line) => line.split(';')[0]);
      const logout = await fetch(`${users}/logout`, { headers: { cookie: cookies.join('; ') } });
      first = { logout: logout.status, products: (await stripe.products.list()).data.length };
      await server.stop();
      leaveDemo(dir);
      continue;
    }
    if (time === 1) customers.push((await stripe.customers.create({})).id);
    customers.push((await stripe.customers.retrieve(customers[0] ?? '')).id);
    await server.stop();
  }
  expect(first.logout).toBe(200);
  expect(first.products).toBeGreaterThan(0);
  expect(new Set(printed).size).toBe(1);
  expect(new Set(customers).size).toBe(1);

  const other = start();
  await other.ready();
  await expect(fetch(`http://127.0.0.1:${port + 3}/`)).rejects.toThrow('fetch failed');
  expect(other.output()).not.toContain('Payments');
});

test('a taken port of the sandbox is named', async ({ start, port }) => {
  const other = net.createServer().listen(port + 3, '127.0.0.1');
  await once(other, 'listening');
  expect(await refusal(start({ DEMO: 'on' }))).toBe(
    `Talkback cannot start. Port ${port + 3} is taken by another program. Set PORT so that it and the next three are free.`,
  );
  other.close();
});

test('a data folder that cannot be written is named', async ({ start, dir }) => {
  const file = path.join(dir, 'file');
  fs.writeFileSync(file, 'not a folder');
  expect(await refusal(start({ DATA_DIR: file }))).toBe(
    `Talkback cannot start. DATA_DIR (${file}) is not a folder.`,
  );
  // Even root cannot write below /proc.
  expect(await refusal(start({ DATA_DIR: '/proc/talkback' }))).toMatch(
    /DATA_DIR \(\/proc\/talkback\) cannot be/,
  );
});

test('a wrong variable is named, with what it takes', async ({ start }) => {
  expect(await refusal(start({ PORT: 'http' }))).toBe(
    'Talkback cannot start. PORT takes a whole number from 1 to 65532.',
  );
});

test('an unreachable DATABASE_URL is one line within seconds, without its password', async ({ start }) => {
  const nobody = await freePort();
  const begun = performance.now();
  const line = await refusal(start({ DATABASE_URL: `postgres://me:hunter2@127.0.0.1:${nobody}/x` }));
  expect(line).toMatch(
    /^Talkback cannot start\. DATABASE_URL: the database cannot be reached \(.*ECONNREFUSED/,
  );
  expect(line).not.toContain('hunter2');
  expect(performance.now() - begun).toBeLessThan(onThisMachine(8000));
});

test('a database that never answers is given up after 5 s', async ({ start }) => {
  const silent = net.createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const at = (silent.address() as net.AddressInfo).port;
  expect(await refusal(start({ DATABASE_URL: `postgres://me@127.0.0.1:${at}/x` }))).toMatch(
    /DATABASE_URL: the database cannot be reached \(.*timeout/i,
  );
  silent.close();
});

test('a running request is finished before the server ends', async ({ start, port, onUsedFolder }) => {
  onUsedFolder();
  const server = start();
  await server.ready();
  const socket = net.connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const body = '{"email":"nobody@demo.test","password":"wrong"}';
  socket.write(
    `POST /api/users/login HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: http://localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n{`,
  );
  // The server has responded to a later request, so it has read this one's head.
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  const ended = server.stop('SIGTERM');
  while (!server.output().includes('Stopping')) await once(server.process.stdout ?? socket, 'data');
  socket.write(body.slice(1));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(await ended).toBe(0);
});

test('the clock moves over IPC, and only there', async ({ start, port, onUsedFolder }) => {
  onUsedFolder();
  const server = start();
  await server.ready();
  await server.moveClock(86_400_000);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
});

test('a server whose parent goes away stops by itself, database included', async ({
  start,
  onUsedFolder,
  postmaster,
}) => {
  onUsedFolder();
  const server = start();
  await server.ready();
  const database = postmaster();
  server.process.disconnect();
  expect(await server.exit()).toBe(0);
  expect(isAlive(database)).toBe(false);
});

test('Ctrl-C at the terminal of `npm start` reaches the server once, which ends with 0', async ({
  dir,
  port,
  onUsedFolder,
  postmaster,
}) => {
  onUsedFolder();
  const root = path.resolve(import.meta.dirname, '../..');
  for (const [signal, wholeGroup] of [
    ['SIGINT', true],
    ['SIGTERM', false],
  ] as const) {
    const npm = spawn('npm', ['start', '--silent'], {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        DATA_DIR: dir,
        PORT: String(port),
        DEMO: 'off',
      },
    });
    let output = '';
    npm.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    npm.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    const closed = once(npm, 'close');
    await expect.poll(() => output, { timeout: 120_000 }).toContain('ready in');
    const database = postmaster();
    expect(npm.pid).toBeDefined();
    process.kill(wholeGroup ? -(npm.pid ?? 0) : (npm.pid ?? 0), signal);
    await closed;
    expect(output.match(/Stopping/g)).toHaveLength(1);
    expect(isAlive(database)).toBe(false);
    expect(fs.existsSync(path.join(dir, 'talkback.lock'))).toBe(false);
  }
});
