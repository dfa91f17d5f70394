import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

/** The most initial JavaScript that /login may cost, in bytes after gzip. */
export const LOGIN_BUDGET = 170_000;

/**
 * The bytes of JavaScript, after gzip, that a browser loads for one screen: the entry, the screen's own chunk and
 * all that they import. `dist` is the build's folder; names are the manifest's, e.g. 'studio.html' and
 * 'accounts/LoginPage.tsx'. Throws when the build has no such chunk.
 */
export function initialJavaScript(dist: string, entry: string, screen: string): number {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const loaded = new Set<string>();
  const load = (name: string): void => {
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`The build has no chunk ${name}`);
    if (loaded.has(chunk.file)) return;
    loaded.add(chunk.file);
    for (const other of chunk.imports ?? []) load(other);
  };
  load(entry);
  load(screen);
  const scripts = [...loaded].filter((file) => file.endsWith('.js'));
  return scripts.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0);
}
