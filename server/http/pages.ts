import { readFile } from 'node:fs/promises';
import path from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Front } from '#shared/lib/wire.ts';
import { Refused } from '../lib/refused.ts';
import { withPreview, type LinkPreview } from './link-preview.ts';

/** Source of the pages: the built client, or `none` where something else serves them (development, tests). */
export type Pages = { readonly kind: 'built'; readonly folder: string } | { readonly kind: 'none' };

/** What a page is about; null for most. `missing`: there is nothing at this address. */
export type PreviewOf = (
  request: FastifyRequest,
  pathname: string,
) => Promise<LinkPreview | 'missing' | null>;

const YEAR_MS = 31_536_000_000;
const HOUR_MS = 3_600_000;
const NOT_PAGES = /^\/(api|content|storage|assets|dev)(\/|$)/;
/** Files beside the pages: icon and theme script. */
const STATIC_FILES = /^\/[\w-]+\.(js|svg|png|ico|txt|webmanifest)$/;

/** Serves each front's page for every path that is not the API's, and its files. `previewOf` puts words into its head. */
export async function servePages(app: FastifyInstance, pages: Pages, previewOf: PreviewOf): Promise<void> {
  if (pages.kind === 'none') return;
  const { folder } = pages;
  const html = await readPages(folder);
  await app.register(serveStatic, {
    root: path.join(folder, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: YEAR_MS,
    index: false,
    preCompressed: true,
  });
  app.get('/*', async (request, reply) => {
    const pathname = `/${(request.params as { '*': string })['*']}`;
    if (NOT_PAGES.test(pathname)) throw new Refused('not_found');
    if (STATIC_FILES.test(pathname))
      return reply.sendFile(pathname.slice(1), folder, { immutable: false, maxAge: HOUR_MS });
    const page = html[request.reached.front];
    const preview = await previewOf(request, pathname);
    return reply
      .code(preview === 'missing' ? 404 : 200)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(preview === null || preview === 'missing' ? page : withPreview(page, preview));
  });
}

async function readPages(folder: string): Promise<Record<Front, string>> {
  const read = (front: Front): Promise<string> => readFile(path.join(folder, `${front}.html`), 'utf8');
  return { studio: await read('studio'), partners: await read('partners'), operator: await read('operator') };
}
