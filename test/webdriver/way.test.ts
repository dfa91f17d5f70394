import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test as base } from 'vitest';
import { unpackZip } from '../rooms/zip.ts';
import { digests, makeWavFolder } from '../browser/acts.ts';
import { temporaryFolder } from '../browser/demo-folder.ts';
import { startTalkback, type Talkback } from '../browser/start-talkback.ts';
import { PASSWORD } from '../made-demo.ts';
import { installedBrowsers } from './installed.ts';
import { by, Page } from './page.ts';

/** The whole journey in other browsers, one after the other, in one studio. */

interface Studio {
  readonly folder: string;
  readonly talkback: Talkback;
}

const test = base.extend('studio', { scope: 'file' }, async ({}, { onCleanup }): Promise<Studio> => {
  const folder = temporaryFolder();
  const talkback = await startTalkback(path.join(folder, 'studio'));
  onCleanup(async () => {
    await talkback.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  return { folder, talkback };
});

const panel = by('dialog');
const files = by('dialog', 'Files');
const statusView = (text: RegExp) => [by('region', 'Where this session is'), by('heading', undefined, text)];

async function signIn(page: Page, address: string): Promise<void> {
  await page.type(address, by('textbox', 'Email Address'));
  await page.type(PASSWORD, by('textbox', 'Password'));
  await page.click(by('button', 'LOGIN'));
}

/** The drummer, acting over HTTP. */
async function partnerPosts({ talkback }: Studio): Promise<(route: string, body: object) => Promise<void>> {
  const origin = talkback.origins.partners;
  const send = (route: string, body: object, cookie: string) =>
    fetch(`${origin}${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
  const login = await send(
    '/api/users/login',
    { user: { email: 'partner@demo.test', password: PASSWORD } },
    '',
  );
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return async (route, body) => {
    const response = await send(route, body, cookie);
    expect(response.ok, `${route}: ${await response.text()}`).toBe(true);
  };
}

async function book(page: Page, title: string): Promise<string> {
  await page.click(by('link', /Rafa Monteiro/));
  await page.click(panel, by('button', 'Week after'));
  await page.click(panel, by('button', /, free$/));
  await page.click(panel, by('button', /Track details$/));
  await page.type(title, panel, by('textbox', /^Track/));
  await page.click(panel, by('button', /Session Details$/));
  await page.click(panel, by('radio', /^Yes \(recommended\)/));
  await page.click(panel, by('button', /Pre Confirmation$/));
  await page.click(panel, by('button', /^Book for 1 credit/));
  await page.click(panel, by('link', 'Upload your files'));
  return page.address(/\/sessions\/(\d+)\/files-management/);
}

const READ_SESSION = `async (id) => (await (await fetch('/api/sessions/' + id)).json()).session`;

describe.each(installedBrowsers())('$name', ({ name, open }) => {
  test('a client books, uploads, plays, downloads and talks, and sees what the partner does', async ({
    studio,
  }) => {
    const driver = await open(path.join(studio.folder, name));
    const page = new Page(driver);
    try {
      await runUserFlow(page, studio, `Night Bus ${name}`);
      expect(await driver.faults()).toEqual([]);
    } catch (error) {
      fs.mkdirSync('test-results', { recursive: true });
      fs.writeFileSync(`test-results/${name}.png`, await driver.screenshot());
      throw error;
    } finally {
      await driver.close();
    }
  });
});

async function runUserFlow(page: Page, at: Studio, title: string): Promise<void> {
  const { driver } = page;
  const { studio, partners } = at.talkback.origins;
  const stems = path.join(at.folder, title);
  const made = makeWavFolder(stems, { 'bass.wav': 'bass', 'rough mix.wav': 'mix' });
  const sent = new Map([...made].map(([file, bytes]) => [path.basename(file), bytes]));

  await driver.goto(studio);
  await signIn(page, 'client@demo.test');
  const id = await book(page, title);

  await page.sees(...statusView(/^Files upload required$/));
  await page.setFiles(
    [...sent.keys()].map((file) => path.join(stems, file)),
    panel,
    by('file', 'Choose files'),
  );
  await page.seesAll(2, by('region', 'Uploads'), by('listitem', undefined, /Completed/));
  await page.sees(...statusView(/^Files under review$/));

  await driver.goto(`${studio}/sessions?modal=files&session=${id}&folder=user`);
  await page.click(files, by('button', 'Play rough mix.wav'));
  await page.sees(files, by('status', undefined, /^Playing rough mix\.wav$/));
  await page.slidesBeyond(0, files, by('region', 'Player'), by('slider'));
  await page.click(files, by('button', 'Download rough mix.wav'));
  expect((await page.downloaded('.wav')).equals(sent.get('rough mix.wav') ?? Buffer.of())).toBe(true);

  await driver.goto(`${studio}/sessions/${id}/messages`);
  await page.type('Can you hear me?', panel, by('textbox', 'Your message'));
  await page.click(panel, by('button', 'Send'));
  await page.sees(panel, by('listitem', undefined, /Can you hear me\?/));
  const session = (await driver.evaluate(READ_SESSION, id)) as { id: number; thread_id: string };
  const post = await partnerPosts(at);
  await post('/api/v2/messages', { thread_id: session.thread_id, body: 'Loud and clear.' });
  await page.sees(panel, by('listitem', undefined, /Loud and clear\./));
  await page.click(panel, by('link', 'Session Details'));
  await page.sees(...statusView(/^Files under review$/));
  await post('/api/sessions/approve', { session_id: session.id });
  await page.sees(...statusView(/^Ready to go!$/));

  await driver.goto(`${partners}/sessions/${id}`);
  await signIn(page, 'partner@demo.test');
  await page.click(panel, by('link', /^Messages/));
  await page.sees(panel, by('listitem', undefined, /Can you hear me\?/));
  await driver.goto(`${partners}/sessions?modal=files&session=${id}&folder=user`);
  await page.click(files, by('button', 'Download all files'));
  await page.click(files, by('link', 'Your files are ready! Press to download'));
  expect(digests(unpackZip(await page.downloaded('.zip')))).toEqual(digests(sent));
}
