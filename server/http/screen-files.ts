import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { getStudio } from '#shared/content/calls.ts';
import type { Front } from '#shared/lib/wire.ts';
import { getMe } from '#shared/me/calls.ts';

/** The scripts of a screen beside those that its page names, as the build wrote them. */
export interface ScreenFiles {
  readonly front: Front;
  /** A regular expression of its path. */
  readonly path: string;
  readonly signedIn: boolean;
  readonly files: readonly string[];
  /** HTML that is painted until the screen stands. */
  readonly frame?: string;
}

/** Tells what a path's screen loads and first paints; undefined for a path that has no screen of its own. */
export type ScreenOf = (front: Front, pathname: string, hasLogin: boolean) => ScreenFiles | undefined;

/** Reads what the build wrote. Who has no login is sent to /login by every screen behind it. */
export async function readScreenFiles(folder: string): Promise<ScreenOf> {
  const text = await readFile(path.join(folder, 'screens.json'), 'utf8');
  const screens = (JSON.parse(text) as ScreenFiles[]).map((screen) => ({
    ...screen,
    pattern: new RegExp(screen.path),
  }));
  const find = (front: Front, pathname: string) =>
    screens.find((screen) => screen.front === front && screen.pattern.test(pathname));
  return (front, pathname, hasLogin) => {
    const screen = find(front, pathname);
    return screen?.signedIn === true && !hasLogin ? find(front, '/login') : screen;
  };
}

/** Every screen first asks who is signed in, and about the studio. */
const DATA = [getMe.path, getStudio.path];

/** A page that announces scripts and first data, so that they are loaded together with its entry, with its frame. */
export function withScreen(html: string, { files, frame = '' }: Partial<ScreenFiles> = {}): string {
  const links = [
    // Fetched with a browser's cookies from one origin, as the client's own calls are, or it would ask again.
    ...DATA.map((address) => `<link rel="preload" as="fetch" crossorigin href="${address}">`),
    ...(files ?? []).map(
      (file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
    ),
  ];
  return html
    .replace('</head>', () => `${links.map((link) => `${link}\n  `).join('')}</head>`)
    .replace('<div id="root">', (root) => frame + root);
}
