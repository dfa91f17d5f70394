import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test as base } from 'vitest';
import { startEmbedded } from '#server/db/embedded/launcher.ts';
import { freePort } from '#server/lib/free-port.ts';
import { sdk } from '#test/sandbox/sdk.ts';

interface Printed {
  readonly stripe: { readonly url: string; readonly key: string; readonly webhook_secret: string };
}

const children: ChildProcess[] = [];

const test = base
  .extend('dir', () => {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'talkback-sandbox-'));
    fs.chmodSync(dir, 0o711);
    return dir;
  })
  .extend('port', () => freePort(4))
  .extend('start', ({ dir, port }) => (env: Record<string, string> = {}, ...words: string[]) => {
    const child = spawn(process.execPath, ['scripts/sandbox.ts', ...words], {
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        DATA_DIR: dir,
        PORT: String(port),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    return child;
  });

test.afterEach(async ({ dir }) => {
  for (const child of children.splice(0)) await ended(child, 'SIGKILL');
  // A killed one leaves its database running.
  if (fs.existsSync(path.join(dir, 'postgres/postmaster.pid')))
    await (await startEmbedded({ dataDir: dir })).stop();
  fs.rmSync(dir, { recursive: true, force: true });
});

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await once(child, 'exit');
  }
  return child.exitCode;
}

/** What it prints once it answers. */
async function printed({ stdout, stderr }: ChildProcess): Promise<Printed> {
  if (stdout === null || stderr === null) throw new Error('a sandbox without its output');
  let said = '';
  stderr.on('data', (text: Buffer) => (said += text.toString('utf8')));
  let output = '';
  for await (const text of stdout) {
    output += String(text);
    if (output.endsWith('\n')) return JSON.parse(output) as Printed;
  }
  throw new Error(`the sandbox ended: ${said}`);
}

async function refusal(child: ChildProcess): Promise<string> {
  let said = '';
  child.stderr?.on('data', (text: Buffer) => (said += text.toString('utf8')));
  await once(child, 'close');
  expect(child.exitCode).toBe(1);
  return said;
}

test('it prints where it is, and after kill -9 has its keys and objects still; Ctrl-C ends it with 0', async ({
  start,
  dir,
  port,
}) => {
  const first = start();
  const { stripe } = await printed(first);
  expect(stripe).toEqual({
    url: `http://127.0.0.1:${port + 3}`,
    key: expect.stringMatching(/^sk_test_\w{48}$/),
    webhook_secret: expect.stringMatching(/^whsec_\w{48}$/),
  });
  const { id } = await sdk(stripe.url, stripe.key).customers.create({ email: 'anna@example.test' });
  await expect(sdk(stripe.url, 'sk_test_another').customers.retrieve(id)).rejects.toThrow(/Invalid API Key/);
  await ended(first, 'SIGKILL');

  const second = start();
  expect(await printed(second)).toEqual({ stripe });
  expect(await sdk(stripe.url, stripe.key).customers.retrieve(id)).toMatchObject({
    email: 'anna@example.test',
  });
  expect(await ended(second, 'SIGINT')).toBe(0);
  expect(fs.existsSync(path.join(dir, 'postgres/postmaster.pid'))).toBe(false);
  expect(fs.existsSync(path.join(dir, 'talkback.lock'))).toBe(false);
});

test('it refuses a HOST beyond this machine unless that is typed, and words that it does not know', async ({
  start,
}) => {
  expect(await refusal(start({ HOST: '0.0.0.0' }))).toMatch(/HOST \(0\.0\.0\.0\) is beyond this machine/);
  expect(await refusal(start({}, '--all'))).toMatch(/takes only --beyond-this-machine, not --all/);
  expect(await refusal(start({ PORT: '65533' }))).toMatch(/PORT takes a whole number from 1 to 65532/);
  const { stripe } = await printed(start({ HOST: '0.0.0.0' }, '--beyond-this-machine'));
  expect(stripe.url).toMatch(/^http:\/\/0\.0\.0\.0:\d+$/);
});
