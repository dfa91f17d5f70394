import { readFile } from 'node:fs/promises';
import path from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Front } from '../../shared/lib/wire.ts';
import { Refused } from './errors.ts';

/** Where the screens come from: the built client, or the development server that makes them as they change. */
export type Pages =
  | { readonly kind: 'built'; readonly folder: string }
  | {
      readonly kind: 'made';
      html(front: Front, url: string): Promise<string>;
      middleware: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;
    }
  | { readonly kind: 'none' };

const YEAR = 31_536_000;

/** Serves each front's page for every path that is not the API's, and the files that the pages need. */
export async function servePages(app: FastifyInstance, pages: Pages): Promise<void> {
  if (pages.kind === 'none') return;
  if (pages.kind === 'built') {
    await app.register(serveStatic, {
      root: path.join(pages.folder, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: YEAR * 1000,
      index: false,
    });
  }
  const html = pages.kind === 'built' ? await readPages(pages.folder) : null;
  app.get('/*', async (request, reply) => {
    const { pathname } = new URL(request.url, request.reached.origin);
    if (/^\/(api|content|storage)(\/|$)/.test(pathname)) throw new Refused('not_found');
    if (pages.kind === 'made' && (await pages.middleware(request, reply))) return reply;
    if (/\.\w{2,5}$/.test(pathname) && !pathname.startsWith('/explore/')) {
      if (pages.kind === 'built' && /^\/[\w.-]+$/.test(pathname))
        return reply.sendFile(pathname.slice(1), pages.folder, { immutable: false, maxAge: 3_600_000 });
      throw new Refused('not_found');
    }
    const front = request.reached.front;
    const page = html?.[front] ?? (pages.kind === 'made' ? await pages.html(front, request.url) : '');
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  });
}

async function readPages(folder: string): Promise<Record<Front, string>> {
  const read = (front: Front): Promise<string> => readFile(path.join(folder, `${front}.html`), 'utf8');
  return { studio: await read('studio'), partners: await read('partners'), operator: await read('operator') };
}
