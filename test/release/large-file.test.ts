import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test as base } from 'vitest';
import { freePort } from '#server/lib/free-port.ts';
import { copyDataFolder } from '../api/data-folder.ts';
import { startServer } from '../api/server-process.ts';
import { madeDemo, PASSWORD } from '../made-demo.ts';
import { often } from '../thorough.ts';
import { Http2Browser } from './browser.ts';
import { announce, linkToRead, putContent, putInParts, readContent, signIn } from './client.ts';
import { contentHash, MIB } from './content.ts';
import { hasCaddy, hasNginx } from './installed.ts';
import { startCaddy, startNginx, type Proxy, type ProxyPlace } from './proxy.ts';
import { watchUsage, type Usage } from './usage.ts';

/** A quarter of a GiB; 5 is the largest file (docs/contributing.md#a-large-file-behind-a-proxy). */
const SIZE = often('PROXY_GIB', { thorough: 0.25, quick: 0.25 }) * 1024 * MIB;
const PAUSED_SIZE = 64 * MIB;
/** Longer than the time limits that nginx and Caddy have by default; only by hand, for it takes minutes. */
const PAUSES_MS = process.env['PROXY_GIB'] === undefined ? [] : [65_000];
/** The most that the studio or a proxy may grow, half of the least file, and that a proxy may write, in MiB. */
const MOST_GROWTH = 128;
const MOST_WRITTEN = 1;
const TIMEOUT_MS = 300_000 + (SIZE / MIB) * 200;
/** Not in memory: what is measured is what programs hold. */
const ON_DISK = '/var/tmp/talkback-large-';

const PROXIES = [
  ...(hasNginx() ? [{ name: 'nginx', start: startNginx }] : []),
  ...(hasCaddy() ? [{ name: 'Caddy', start: startCaddy }] : []),
];

interface Behind {
  readonly proxy: Proxy;
  readonly browser: Http2Browser;
}

/** A demo studio of its own with its files on a disk; `behind` starts a proxy before it. */
const test = base
  .extend('folder', { scope: 'file' }, ({}, { onCleanup }) => {
    const folder = fs.mkdtempSync(ON_DISK);
    fs.chmodSync(folder, 0o711);
    onCleanup(() => fs.rmSync(folder, { recursive: true, force: true }));
    return folder;
  })
  .extend('studio', { scope: 'file' }, async ({ folder }, { onCleanup }) => {
    const dataDir = path.join(folder, 'data');
    const demo = await madeDemo();
    copyDataFolder(demo.dataDir, dataDir);
    demo.remove();
    const [port, https] = [await freePort(4), await freePort(2)];
    const origin = (front: string): string => `https://${front}.example.com:${https}`;
    const server = startServer({
      DATA_DIR: dataDir,
      PORT: String(port),
      DEMO: 'on',
      DEMO_PASSWORD: PASSWORD,
      NODE_ENV: 'production',
      STUDIO_URL: origin('studio'),
      PARTNERS_URL: origin('partners'),
      OPERATOR_URL: origin('operator'),
      TRUST_PROXY: '127.0.0.1',
    });
    onCleanup(async () => void (await server.stop()));
    await server.ready();
    return { folder, port, https, origin: origin('studio'), pid: server.process.pid ?? 0 };
  })
  .extend(
    'behind',
    ({ studio }, { onCleanup }) =>
      async (start: (place: ProxyPlace) => Proxy): Promise<Behind> => {
        const folder = fs.mkdtempSync(path.join(studio.folder, 'proxy-'));
        const proxy = start({ folder, servers: [studio.port], https: studio.https, http: studio.https + 1 });
        const browser = new Http2Browser(studio.origin);
        onCleanup(async () => {
          browser.close();
          await proxy.stop();
        });
        const status = () =>
          browser.send('GET', '/readyz').then(
            ({ status: one }) => one,
            () => 0,
          );
        await expect.poll(status, { message: proxy.output() }).toBe(200);
        await signIn(browser);
        return { proxy, browser };
      },
  );

const text = ({ memory, growth }: Usage): string => `${memory.toFixed(0)} + ${growth.toFixed(0)} MiB`;

/** Does this, and holds what the proxy and the studio use for it against their limits. */
async function withinLimits(
  what: string,
  pids: readonly [number, number],
  work: () => Promise<void>,
): Promise<void> {
  const [proxyUsage, studioUsage] = [watchUsage(pids[0]), watchUsage(pids[1], { alone: true })];
  const begun = performance.now();
  await work();
  const rate = SIZE / MIB / ((performance.now() - begun) / 1000);
  const [proxy, studio] = [proxyUsage(), studioUsage()];
  console.log(`${what}: ${rate.toFixed(0)} MiB/s; proxy ${text(proxy)}, studio ${text(studio)}`);
  expect(proxy.growth, 'memory of the proxy').toBeLessThan(MOST_GROWTH);
  expect(studio.growth, 'memory of the studio').toBeLessThan(MOST_GROWTH);
  expect(proxy.written, 'on the disk of the proxy').toBeLessThan(MOST_WRITTEN);
}

describe.each(PROXIES)('behind $name', ({ name, start }) => {
  test.for([
    [
      'one request',
      async (browser: Http2Browser, { url }: { url: string }) => putContent(browser, url, [0, SIZE]),
    ],
    ['parts', async (browser: Http2Browser, { key }: { key: string }) => putInParts(browser, key, SIZE)],
  ] as const)(
    'a large file goes up in %s and comes back whole and by a range',
    { timeout: TIMEOUT_MS },
    async ([way, send], { behind, studio }) => {
      const { proxy, browser } = await behind(start);
      const pids = [proxy.pid, studio.pid] as const;
      const fileName = `${name} ${way}.zip`;
      const announced = await announce(browser, fileName, SIZE);
      await withinLimits(`up in ${way} through ${name}`, pids, () => send(browser, announced));
      const link = await linkToRead(browser, fileName);
      const whole = { status: 200, size: SIZE, hash: contentHash(0, SIZE) };
      await withinLimits(`down through ${name}`, pids, async () => {
        expect(await readContent(browser, link)).toEqual(whole);
      });
      const from = SIZE - 100 * MIB - 7;
      expect(await readContent(browser, link, { range: `bytes=${from}-${SIZE - 8}` })).toEqual({
        status: 206,
        size: 100 * MIB,
        hash: contentHash(from, SIZE - 7),
      });
    },
  );

  test.for(PAUSES_MS)('who pauses for %i ms goes on', { timeout: 600_000 }, async (pauseMs, { behind }) => {
    const { browser } = await behind(start);
    const fileName = `${name} paused.zip`;
    const { url } = await announce(browser, fileName, PAUSED_SIZE);
    await putContent(browser, url, [0, PAUSED_SIZE], pauseMs);
    const read = await readContent(browser, await linkToRead(browser, fileName), { pauseMs });
    expect(read).toEqual({ status: 200, size: PAUSED_SIZE, hash: contentHash(0, PAUSED_SIZE) });
  });
});
