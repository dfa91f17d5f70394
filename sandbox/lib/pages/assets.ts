import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { PageResponse } from '../http.ts';

const require = createRequire(import.meta.url);

const CSS = 'text/css; charset=utf-8';
const FONT = 'font/woff2';
const font = (name: string): string => `@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`;

/** The files that pages load, by name. */
const FILES: Readonly<Record<string, { readonly type: string; readonly from: string }>> = {
  'tokens.css': { type: CSS, from: './assets/tokens.css' },
  'style.css': { type: CSS, from: './assets/style.css' },
  'forms.css': { type: CSS, from: './assets/forms.css' },
  'script.js': { type: 'text/javascript; charset=utf-8', from: './assets/script.js' },
  'icon.svg': { type: 'image/svg+xml', from: './assets/icon.svg' },
  'text.woff2': { type: FONT, from: font('instrument-sans') },
  'heading.woff2': { type: FONT, from: font('bricolage-grotesque') },
};

/** GET /assets/:name; null where the file is not installed. */
export async function asset(name: string): Promise<PageResponse | null> {
  const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
  if (file === undefined) return null;
  const read = async (): Promise<Buffer> => readFile(require.resolve(file.from));
  const body = await read().catch(() => null);
  if (body === null) return null;
  return {
    status: 200,
    headers: {
      'content-type': file.type,
      'cache-control': file.type === FONT ? 'public, max-age=86400' : 'no-cache',
      'x-content-type-options': 'nosniff',
    },
    body,
  };
}
