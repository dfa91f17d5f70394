import fs from 'node:fs';
import path from 'node:path';
import { connect } from './bidi.ts';
import type { Driver, Handle } from './driver.ts';
import { startProgram } from './process.ts';

const PROGRAM = '/usr/bin/firefox-esr';

/** Debian's package of it. */
export const FIREFOX_PACKAGE = 'firefox-esr';

export const hasFirefox = (): boolean => fs.existsSync(PROGRAM);

interface LogEntry {
  readonly level: string;
  readonly text: string | null;
}

interface Evaluation {
  readonly type: string;
  readonly result?: { readonly type: string; readonly value?: string; readonly sharedId?: string };
  readonly exceptionDetails?: { readonly text: string };
}

/** Starts headless Firefox with its profile in a folder that the caller deletes. */
export async function openFirefox(folder: string): Promise<Driver> {
  const downloads = path.join(folder, 'downloads');
  const profile = path.join(folder, 'profile');
  for (const made of [downloads, profile]) fs.mkdirSync(made, { recursive: true });
  fs.writeFileSync(path.join(profile, 'user.js'), prefs(downloads));
  // Firefox plays nothing without a sound device; ALSA's null device is enough.
  fs.writeFileSync(
    path.join(folder, '.asoundrc'),
    'pcm.!default { type null }\nctl.!default { type null }\n',
  );
  const program = startProgram(
    PROGRAM,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', 'about:blank'],
    { HOME: folder },
  );
  const faults: string[] = [];
  try {
    const address = await program.printed(/WebDriver BiDi listening on (ws:\S+)/);
    const bidi = await connect(`${address}/session`, (method, params) => {
      const { level, text } = params as LogEntry;
      if (method === 'log.entryAdded' && level === 'error') faults.push(text ?? '');
    });
    const session = await bidi.send<{ capabilities: { browserVersion: string } }>('session.new', {
      capabilities: {},
    });
    await bidi.send('session.subscribe', { events: ['log.entryAdded'] });
    const tree = await bidi.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
    const context = tree.contexts[0]?.context;
    await bidi.send('browsingContext.setViewport', { context, viewport: { width: 1280, height: 800 } });

    const call = async (functionDeclaration: string, input: unknown) => {
      const { result, exceptionDetails } = await bidi.send<Evaluation>('script.callFunction', {
        functionDeclaration,
        target: { context },
        arguments: [{ type: 'string', value: JSON.stringify(input) }],
        awaitPromise: true,
      });
      if (result === undefined) throw new Error(exceptionDetails?.text);
      return result;
    };
    const act = (type: string, more: object, actions: readonly object[]) =>
      bidi.send('input.performActions', { context, actions: [{ type, id: type, ...more, actions }] });
    return {
      version: `Firefox ${session.capabilities.browserVersion}`,
      downloads,
      faults: () => Promise.resolve(faults),
      async goto(url) {
        await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' });
      },
      async evaluate(source, input) {
        const { value } = await call(
          `async (json) => JSON.stringify(await (${source})(JSON.parse(json)))`,
          input,
        );
        return value === undefined ? undefined : JSON.parse(value);
      },
      async element(source, input) {
        const { sharedId } = await call(`(json) => (${source})(JSON.parse(json))`, input);
        return sharedId === undefined ? null : { sharedId };
      },
      async click(element: Handle) {
        await act('pointer', { parameters: { pointerType: 'mouse' } }, [
          { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element } },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ]);
      },
      async type(_element, text) {
        const keys = Array.from(text).flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]);
        await act('key', {}, keys);
      },
      async setFiles(element, files) {
        await bidi.send('input.setFiles', { context, element, files });
      },
      async screenshot() {
        const { data } = await bidi.send<{ data: string }>('browsingContext.captureScreenshot', { context });
        return Buffer.from(data, 'base64');
      },
      async close() {
        await program.end(() => bidi.send('browser.close', {}));
        bidi.close();
      },
    };
  } catch (error) {
    await program.end();
    throw error;
  }
}

const prefs = (downloads: string): string =>
  Object.entries({
    'browser.download.dir': downloads,
    'browser.download.folderList': 2,
    'browser.download.alwaysOpenPanel': false,
    'browser.download.always_ask_before_handling_new_types': false,
    'intl.accept_languages': 'en-GB, en',
    'ui.prefersReducedMotion': 1,
  })
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('');
