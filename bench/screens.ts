import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser, type Request } from '@playwright/test';
import makeStudio from '#test/browser/demo-studio.ts';
import { DEMO } from '#test/browser/demo.ts';
import { PASSWORD } from '#test/made-demo.ts';
import { WorkerStudio } from '#test/browser/worker-studio.ts';
import type { Front } from '#shared/lib/wire.ts';
import { buildClient } from '../scripts/build-client.ts';
import { findChromium } from '../scripts/chromium.ts';
import { benchOpening } from './opening.ts';
import { benchLighthouse, type Measured } from './lighthouse.ts';

/** A screen opened by its link with an empty cache, and what it may cost. */
interface Screen {
  readonly name: string;
  readonly front: Front;
  readonly email: string | null;
  readonly path: string;
  /** The most requests, people's pictures apart; and the most JavaScript in kB as sent. */
  readonly aims: { readonly requests: number; readonly script: number; readonly score: number } | null;
}

const CLIENT = { front: 'studio', email: 'client@demo.test' } as const;
const SCREENS: readonly Screen[] = [
  {
    name: 'login',
    front: 'studio',
    email: null,
    path: '/login',
    aims: { requests: 15, script: 140, score: 90 },
  },
  { name: 'explore', ...CLIENT, path: '/explore', aims: { requests: 22, script: 180, score: 80 } },
  {
    name: 'booking panel',
    ...CLIENT,
    path: '/explore/oskar-brandt',
    aims: { requests: 28, script: 210, score: 70 },
  },
  {
    name: 'session panel',
    ...CLIENT,
    path: `/sessions/${DEMO.nightDrive}`,
    aims: { requests: 28, script: 210, score: 70 },
  },
  {
    name: "partner's sessions",
    front: 'partners',
    email: 'partner@demo.test',
    path: '/sessions',
    aims: null,
  },
  { name: "operator's home", front: 'operator', email: 'operator@demo.test', path: '/', aims: null },
];

/** A screen is complete when nothing was requested for this long. */
const QUIET_MS = 1500;
/** In the demo's time zone, or a question about it would open. */
const PHONE = {
  viewport: { width: 375, height: 812 },
  isMobile: true,
  hasTouch: true,
  timezoneId: 'Europe/Lisbon',
} as const;
const IS_PICTURE = /^\/(content\/pictures|api\/users\/avatars)\//;

/** Requests, JavaScript and styles of the first screens as a phone with an empty cache gets them; `--lighthouse` adds its scores. */
export async function benchScreens(): Promise<void> {
  if (!(await buildClient())) throw new Error('The screens could not be built.');
  const removeDemo = await makeStudio();
  const studio = new WorkerStudio();
  await studio.start(true);
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'],
  });
  console.log("\nFirst screens by link, empty cache (requests without people's pictures; kB as sent)");
  try {
    for (const screen of SCREENS) report(screen, await visit(browser, studio, screen));
    await benchOpening(browser, studio);
    if (process.argv.includes('--lighthouse')) await benchLighthouse(await measuredOf(studio));
  } finally {
    await browser.close();
    await studio.close();
    removeDemo();
  }
}

/** The screens with aims, for Lighthouse; beside them those of another studio with the same demo, at `BEFORE_URL`. */
async function measuredOf(studio: WorkerStudio): Promise<Measured[]> {
  const before = process.env['BEFORE_URL'];
  const all: Measured[] = [];
  for (const { name, front, email, path, aims } of SCREENS.filter((screen) => screen.aims !== null)) {
    const login = email === null ? null : await studio.signIn(email);
    const cookie = login === null ? null : `${login.name}=${login.value}`;
    all.push({ name, url: studio.server.origins[front] + path, cookie, aim: aims?.score ?? null });
    if (before !== undefined)
      all.push({
        name: `${name}, before`,
        url: before + path,
        cookie: email && (await signInAt(before, email)),
        aim: null,
      });
  }
  return all;
}

/** The cookie of a demo person who signs in there. */
async function signInAt(origin: string, email: string): Promise<string | null> {
  const answer = await fetch(`${origin}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ user: { email, password: PASSWORD } }),
  });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? null;
}

/**
 * What one visit asked for: requests, those for people's pictures, and bytes of JavaScript and styles as sent. Code that
 * the page does not announce is loaded once the screen stands, and counted apart.
 */
interface Visit {
  readonly requests: number;
  readonly pictures: number;
  readonly script: number;
  readonly style: number;
  readonly later: { readonly requests: number; readonly script: number };
}

async function visit(browser: Browser, studio: WorkerStudio, screen: Screen): Promise<Visit> {
  const origin = studio.server.origins[screen.front];
  const context = await browser.newContext(PHONE);
  if (screen.email !== null) {
    const { name, value } = await studio.signIn(screen.email);
    await context.addCookies([{ name, value, url: origin }]);
  }
  const page = await context.newPage();
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requests.push(request);
  });
  const html = await (await page.goto(origin + screen.path))?.text();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  for (let seen = -1; seen !== requests.length; await wait(QUIET_MS)) seen = requests.length;
  const of = (type: string) => requests.filter((request) => request.resourceType() === type);
  const isLater = (request: Request) => html?.includes(new URL(request.url()).pathname) === false;
  const later = of('script').filter(isLater);
  const pictures = requests.filter((request) => IS_PICTURE.test(new URL(request.url()).pathname)).length;
  const visited = {
    requests: requests.length - pictures - later.length,
    pictures,
    script: await bytes(of('script').filter((request) => !isLater(request))),
    style: await bytes(of('stylesheet')),
    later: { requests: later.length, script: await bytes(later) },
  };
  if (process.argv.includes('--list')) for (const request of requests) console.log(`    ${request.url()}`);
  await context.close();
  return visited;
}

/** The bytes of bodies as sent. */
async function bytes(own: readonly Request[]): Promise<number> {
  const sizes = await Promise.all(own.map((request) => request.sizes()));
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
}

const kB = (size: number): string => `${(size / 1000).toFixed(1)} kB`;

function report({ name, aims }: Screen, { requests, pictures, script, style, later }: Visit): void {
  const aim = aims === null ? '' : `(aim ${aims.requests} requests, ${aims.script} kB)`;
  console.log(
    `  ${name.padEnd(20)} ${String(requests).padStart(4)} requests, ${String(pictures).padStart(2)} pictures, ` +
      `JavaScript ${kB(script).padStart(8)}, styles ${kB(style).padStart(7)}, ` +
      `later ${later.requests} scripts, ${kB(later.script)}  ${aim}`,
  );
}
