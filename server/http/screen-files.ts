import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Front } from '#shared/lib/wire.ts';

/** The scripts of a screen beside those that its page names, as the build wrote them. */
export interface ScreenFiles {
  readonly front: Front;
  /** A regular expression of its path. */
  readonly path: string;
  readonly signedIn: boolean;
  readonly files: readonly string[];
}

/** Tells which scripts a path will load. */
export type FilesOf = (front: Front, pathname: string, hasLogin: boolean) => readonly string[];

/** Reads what the build wrote. Who has no login is sent to /login by every screen behind it. */
export async function readScreenFiles(folder: string): Promise<FilesOf> {
  const text = await readFile(path.join(folder, 'screens.json'), 'utf8');
  const screens = (JSON.parse(text) as ScreenFiles[]).map((screen) => ({
    ...screen,
    pattern: new RegExp(screen.path),
  }));
  const find = (front: Front, pathname: string) =>
    screens.find((screen) => screen.front === front && screen.pattern.test(pathname));
  return (front, pathname, hasLogin) => {
    const screen = find(front, pathname);
    return (screen?.signedIn === true && !hasLogin ? find(front, '/login') : screen)?.files ?? [];
  };
}

/** A page that announces scripts, so that they are loaded together with its entry. */
export function withScripts(html: string, files: readonly string[]): string {
  const links = files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">\n  `);
  return html.replace('</head>', () => `${links.join('')}</head>`);
}
