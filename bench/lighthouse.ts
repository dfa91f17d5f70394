import { execFile } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { findChromium } from '../scripts/chromium.ts';

const run = promisify(execFile);

/** Fetched by npx when it is asked for: with its parts it is 230 MB. */
const PACKAGE = 'lighthouse@13.5.0';
const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const ASSETS = path.resolve(import.meta.dirname, '../dist/client/assets');

/** What is measured of a page: its score, and times in milliseconds. */
const AUDITS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];

/** A page by its address, with the cookie of who opens it and the aim for a phone's score. */
export interface Measured {
  readonly name: string;
  readonly url: string;
  readonly cookie: string | null;
  readonly aim: number | null;
}

interface Report {
  readonly categories: { readonly performance: { readonly score: number | null } };
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
}

/** Lighthouse's medians of five for each page, on a phone and on the desktop, beside a static page with our fonts. */
export async function benchLighthouse(pages: readonly Measured[]): Promise<void> {
  const bare = await serveBare();
  const all = [{ name: 'static page', url: bare.url, cookie: null, aim: null }, ...pages];
  console.log('\nLighthouse, medians of five (first and largest paint, blocked time, layout shift)');
  try {
    for (const device of ['phone', 'desktop'] as const) {
      const rounds = all.map((): number[][] => []);
      for (let round = 0; round < ROUNDS; round += 1)
        for (const [at, page] of all.entries()) rounds[at]?.push(await measure(page, device));
      const medians = rounds.map((own) =>
        [0, 1, 2, 3, 4].map((one) => median(own.map((values) => values[one] ?? 0))),
      );
      const bareFirst = medians[0]?.[1] ?? 1;
      for (const [at, { name, aim }] of all.entries()) {
        const [score = 0, first = 0, largest = 0, blocked = 0, shift = 0] = medians[at] ?? [];
        const wanted = device === 'desktop' ? 98 : aim;
        console.log(
          `  ${device.padEnd(8)} ${name.padEnd(22)} ${score.toFixed(0).padStart(4)}${wanted === null ? '' : ` (aim ${wanted})`}  ` +
            `first ${first.toFixed(0)} ms, ${(first / bareFirst).toFixed(2)} of the static page (aim 1.3), largest ${largest.toFixed(0)} ms, ` +
            `blocked ${blocked.toFixed(0)} ms, shift ${shift.toFixed(3)} (aim 0.02)`,
        );
      }
    }
  } finally {
    bare.close();
  }
}

async function measure({ url, cookie }: Measured, device: 'phone' | 'desktop'): Promise<number[]> {
  const flags =
    process.getuid?.() === 0 ? '--headless=new --no-sandbox --disable-gpu' : '--headless=new --disable-gpu';
  const options = [
    '--yes',
    PACKAGE,
    url,
    '--quiet',
    '--only-categories=performance',
    '--output=json',
    `--chrome-flags=${flags}`,
    ...(device === 'desktop' ? ['--preset=desktop'] : []),
    ...(cookie === null ? [] : [`--extra-headers=${JSON.stringify({ cookie })}`]),
  ];
  const env = {
    ...process.env,
    CHROME_PATH: await findChromium(),
    // The demo's zone: in another one a question about it would open over the screen.
    TZ: 'Europe/Lisbon',
    PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH'] ?? ''}`,
  };
  const { stdout } = await run('npx', options, {
    env,
    maxBuffer: 2 ** 27,
    shell: process.platform === 'win32',
  });
  const { categories, audits } = JSON.parse(stdout) as Report;
  return [
    (categories.performance.score ?? 0) * 100,
    ...AUDITS.map((audit) => audits[audit]?.numericValue ?? 0),
  ];
}

/** A page with nothing but words, in the same fonts. */
async function serveBare(): Promise<{ readonly url: string; readonly close: () => void }> {
  const fonts = fs
    .readdirSync(ASSETS)
    .filter((file) => /^(instrument-sans|bricolage-grotesque)-latin-wght.*\.woff2$/.test(file));
  const html =
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Words</title>' +
    fonts
      .map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`)
      .join('') +
    `<style>${fonts.map((file, at) => `@font-face{font-family:f${at};src:url(/${file});font-display:swap}`).join('')}h1{font-family:f0}p{font-family:f1}</style>` +
    '<h1>Who is playing on your track?</h1><p>Musicians for your next session.</p>';
  const server = http.createServer((request, response) => {
    const font = fonts.find((file) => request.url === `/${file}`);
    response.setHeader('content-type', font === undefined ? 'text/html' : 'font/woff2');
    response.end(font === undefined ? html : fs.readFileSync(path.join(ASSETS, font)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}/`, close: () => server.close() };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
