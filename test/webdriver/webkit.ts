import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '#server/lib/free-port.ts';
import type { Driver, Handle } from './driver.ts';
import { startProgram, type Program } from './process.ts';

const PROGRAM = '/usr/bin/WebKitWebDriver';
const SCREEN = '/usr/bin/Xvfb';

/** Debian's packages of it and of the screen that it needs. */
export const WEBKIT_PACKAGES = 'webkit2gtk-driver xvfb';

/** WebKitGTK's MiniBrowser, wherever its package installs it. */
function findBrowser(): string | undefined {
  return fs.existsSync('/usr/lib')
    ? fs.globSync('/usr/lib/{,*/}webkit{2gtk,gtk}-*/MiniBrowser').toSorted().at(-1)
    : undefined;
}

export const hasWebKit = (): boolean =>
  [PROGRAM, SCREEN].every((file) => fs.existsSync(file)) && findBrowser() !== undefined;

interface NewSession {
  readonly sessionId: string;
  readonly capabilities: { readonly browserVersion: string };
}

/** Starts WebKitGTK on a virtual screen with its profile in a folder that the caller deletes. */
export async function openWebKit(folder: string): Promise<Driver> {
  const downloads = path.join(folder, 'downloads');
  const config = path.join(folder, 'config');
  for (const made of [downloads, config]) fs.mkdirSync(made, { recursive: true });
  fs.writeFileSync(path.join(config, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  const screen = startProgram(
    SCREEN,
    ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'],
    {},
  );
  let driver: Program | undefined;
  try {
    const display = await screen.printed(/^(\d+)\n/);
    const port = await freePort();
    driver = startProgram(PROGRAM, [`--port=${port}`], {
      DISPLAY: `:${display}`,
      GDK_BACKEND: 'x11',
      HOME: folder,
      LANG: 'en_GB.UTF-8',
      XDG_CONFIG_HOME: config,
      XDG_RUNTIME_DIR: folder,
    });
    return await openWindow(`http://127.0.0.1:${port}`, downloads, [driver, screen]);
  } catch (error) {
    await driver?.end();
    await screen.end();
    throw error;
  }
}

const idOf = (element: Handle): string => Object.values(element)[0] ?? '';

async function openWindow(origin: string, downloads: string, programs: readonly Program[]): Promise<Driver> {
  const request = async <Value>(method: string, route: string, body?: object): Promise<Value> => {
    const response = await fetch(`${origin}${route}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: Value };
    if (!response.ok) throw new Error(`${method} ${route}: ${JSON.stringify(value)}`);
    return value;
  };
  await untilItListens(() => request('GET', '/status'));
  const { sessionId, capabilities } = await request<NewSession>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary: findBrowser(), args: ['--automation'] },
      },
    },
  });
  const at = `/session/${sessionId}`;
  const post = <Value>(route: string, body: object) => request<Value>('POST', `${at}${route}`, body);
  const run = <Value>(script: string, input: unknown) =>
    post<Value>('/execute/sync', { script, args: [JSON.stringify(input)] });
  const faults: string[] = [];
  const collect = async (): Promise<void> => {
    faults.push(...(await run<string[]>(`return (${takeFaults.toString()})()`, null)));
  };
  await post('/window/rect', { width: 1280, height: 838 });
  return {
    version: `WebKitGTK ${capabilities.browserVersion}`,
    downloads,
    async faults() {
      await collect();
      return faults;
    },
    async goto(url) {
      await collect();
      await post('/url', { url });
      await collect();
    },
    async evaluate(source, input) {
      const json = await run<string | null>(
        `return (async () => JSON.stringify(await (${source})(JSON.parse(arguments[0]))))()`,
        input,
      );
      return json === null ? undefined : JSON.parse(json);
    },
    element: (source, input) => run<Handle | null>(`return (${source})(JSON.parse(arguments[0]))`, input),
    click: (element) => post(`/element/${idOf(element)}/click`, {}),
    type: (element, text) => post(`/element/${idOf(element)}/value`, { text }),
    setFiles: (input, files) => post(`/element/${idOf(input)}/value`, { text: files.join('\n') }),
    async screenshot() {
      return Buffer.from(await request<string>('GET', `${at}/screenshot`), 'base64');
    },
    async close() {
      try {
        await request('DELETE', at);
      } finally {
        for (const program of programs) await program.end();
      }
    },
  };
}

async function untilItListens(ask: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await ask();
      return;
    } catch (error) {
      if (tries === 600) throw error;
      await wait(50);
    }
  }
}

/** WebDriver has no events: the page records its errors itself from the first call on. Returns and clears them. */
function takeFaults(): string[] {
  const page = window as Window & { notedFaults?: string[] };
  const noted = page.notedFaults;
  if (noted !== undefined) return noted.splice(0);
  const faults: string[] = [];
  page.notedFaults = faults;
  addEventListener('error', ({ message }) => faults.push(message));
  addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));
  const original = console.error.bind(console);
  console.error = (...all) => {
    faults.push(all.map(String).join(' '));
    original(...all);
  };
  return [];
}
