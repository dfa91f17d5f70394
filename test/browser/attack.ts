import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { build } from 'vite';

const ORIGIN = 'http://attack.test';

/** Result of showing HTML in a browser. */
export interface AttackResult {
  /** How often a payload ran. */
  readonly hits: number;
  /** Dialogs, windows, frames, navigations, and requests that nobody but the HTML asked for. */
  readonly effects: readonly string[];
}

/** The product's HTML component, built for a page without a content security policy. */
async function script(): Promise<string> {
  const built = await build({
    configFile: false,
    root: path.resolve(import.meta.dirname, '../..'),
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      cssCodeSplit: false,
      lib: {
        entry: path.join(import.meta.dirname, 'attack-page.tsx'),
        formats: ['iife'],
        name: 'attackPage',
      },
    },
  });
  const { output } = [built].flat()[0] as { output: { type: string; code?: string }[] };
  return output.find(({ type }) => type === 'chunk')?.code ?? '';
}

let built: Promise<string> | undefined;

/** Opens a page without a policy, lets `show` put HTML on it and returns the result once the page is idle. */
export async function attack(
  browser: Browser,
  show: (page: Page) => Promise<unknown>,
): Promise<AttackResult & { readonly disallowed: readonly string[] }> {
  built ??= script();
  const code = await built;
  const context = await browser.newContext();
  const effects: string[] = [];
  const expected = new Set([`${ORIGIN}/`, `${ORIGIN}/attack.js`, `${ORIGIN}/last`]);
  await context.route('**/*', async (route) => {
    const url = route.request().url();
    if (!expected.has(url)) effects.push(`request: ${url}`);
    if (url === `${ORIGIN}/attack.js`) return route.fulfill({ contentType: 'text/javascript', body: code });
    if (url !== `${ORIGIN}/`) return route.abort('aborted');
    const body = '<!doctype html><title>x</title><body><script src="/attack.js"></script></body>';
    return route.fulfill({ contentType: 'text/html', body });
  });
  const page = await context.newPage();
  await page.goto(`${ORIGIN}/`);
  page.on('dialog', (dialog) => {
    effects.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('page', (other) => effects.push(`window: ${other.url()}`));
  page.on('frameattached', (frame) => effects.push(`frame: ${frame.url()}`));
  page.on('framenavigated', (frame) => effects.push(`navigation: ${frame.url()}`));
  await show(page);
  await page.evaluate(triggerHandlers);
  // Requested last: earlier requests have been sent, and failed ones have called their handlers.
  await page.evaluate(waitUntilIdle);
  const disallowed = await page.evaluate(disallowedContent);
  const hits = await page.evaluate(() => Number((window as { hit?: unknown }).hit ?? 0));
  await context.close();
  return { hits, effects, disallowed };
}

/** Triggers pointer, key and focus handlers of every element. Safe links are not followed. */
function triggerHandlers(): void {
  const kinds = [
    'pointerover',
    'pointerenter',
    'mouseover',
    'mousemove',
    'focus',
    'wheel',
    'cut',
    'copy',
    'input',
    'auxclick',
  ];
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    for (const kind of kinds) element.dispatchEvent(new Event(kind, { bubbles: true, cancelable: true }));
    const isLink = /^(https?:|mailto:|\/)/.test(element.getAttribute('href') ?? '');
    if (isLink) element.addEventListener('click', (event) => event.preventDefault(), { once: true });
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  }
}

async function waitUntilIdle(): Promise<void> {
  const last = new Image();
  const failed = new Promise((resolve) => last.addEventListener('error', resolve));
  last.src = `${location.origin}/last`;
  await failed;
  for (let frame = 0; frame < 5; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Elements and attributes that are not allowed, and clobbered globals. */
function disallowedContent(): string[] {
  const allowed = 'P BR STRONG EM A UL OL LI H2 H3 H4 BLOCKQUOTE CODE'.split(' ');
  const descendants = [...document.querySelectorAll('main > div *')];
  const elements = descendants
    .filter(
      ({ tagName, namespaceURI }) =>
        !allowed.includes(tagName) || namespaceURI !== 'http://www.w3.org/1999/xhtml',
    )
    .map(({ outerHTML }) => outerHTML.slice(0, 120));
  const attributes = descendants.flatMap((element) =>
    [...element.attributes]
      .filter(({ name, value }) => {
        if (element.tagName !== 'A') return true;
        if (name === 'href') return !/^(\/(?![/\\])|https?:\/\/|mailto:)[^\s\\]*$/.test(value);
        return !(name === 'rel' && value === 'noopener') && !(name === 'target' && value === '_blank');
      })
      .map(({ name, value }) => `${element.tagName} ${name}=${value}`),
  );
  const clobbered = ['getElementById', 'body', 'cookie', 'querySelectorAll', 'defaultView'].filter(
    (name) => (document as unknown as Record<string, unknown>)[name] instanceof HTMLImageElement,
  );
  return [...elements, ...attributes, ...clobbered];
}
