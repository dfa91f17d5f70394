import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Front } from '#shared/lib/wire.ts';
import { Refused } from '../lib/refused.ts';
import { compressPage } from './compress.ts';
import { cookieOf } from './cookie.ts';
import { withPreview, type LinkPreview } from './link-preview.ts';
import { readScreenFiles, withScreen } from './screen-files.ts';

/** Source of the pages: the built client, or `none` where something else serves them (development, tests). */
export type Pages = BuiltPages | { readonly kind: 'none' };

interface BuiltPages {
  readonly kind: 'built';
  readonly folder: string;
  /** Scripts and styles of builds before, for tabs that were opened then. */
  readonly older: string;
}

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
/** What no page is called: files, such as a copy that an editor leaves beside one. */
const FILE = /[.~][^/]*$/;

const PREVIEW = /^\/documents\/[\w-]+\/preview$/;

/** Serves each front's page for every path that is not the API's, and its files. `previewOf` puts words into its head. */
export async function servePages(app: FastifyInstance, pages: Pages, previewOf: PreviewOf): Promise<void> {
  if (pages.kind === 'none') return;
  const { folder, older } = pages;
  const [fronts, screenOf] = [await readPages(folder), await readScreenFiles(folder)];
  await app.register(serveStatic, {
    root: [path.join(folder, 'assets'), older],
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
    const { front } = request.reached;
    const { html, csp } = fronts[front];
    const preview = FILE.test(pathname) ? 'missing' : await previewOf(request, pathname);
    const hasLogin = cookieOf(request, request.reached) !== undefined;
    const page = withScreen(html, screenOf(front, pathname, hasLogin));
    reply
      .code(preview === 'missing' ? 404 : 200)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding, cookie');
    allowScripts(reply, csp);
    if (front === 'operator') allowPreview(reply, pathname);
    return sendPage(
      reply,
      preview === null || preview === 'missing' ? page : withPreview(page, preview),
      request.headers['accept-encoding'],
    );
  });
}

/** A front's page, and the sources of its inline scripts for the content security policy. */
interface Page {
  readonly html: string;
  readonly csp: string;
}

async function readPages(folder: string): Promise<Record<Front, Page>> {
  const read = async (front: Front): Promise<Page> => {
    const html = await readFile(path.join(folder, `${front}.html`), 'utf8');
    const scripts = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, code = '']) => code);
    return { html, csp: scripts.map((code) => ` 'sha256-${hashOf(code)}'`).join('') };
  };
  return { studio: await read('studio'), partners: await read('partners'), operator: await read('operator') };
}

const hashOf = (code: string): string => createHash('sha256').update(code).digest('base64');

/** Only as scripts: a hash for styles would forbid those that the components write while they run. */
function allowScripts(reply: FastifyReply, csp: string): void {
  const policy = reply.getHeader('content-security-policy');
  if (typeof policy === 'string')
    reply.header(
      'content-security-policy',
      policy.replace("script-src 'self'", (own) => own + csp),
    );
}

/** The console's pages frame the preview of a document, and no other page (docs/product/content.md#preview). */
function allowPreview(reply: FastifyReply, pathname: string): void {
  const policy = reply.getHeader('content-security-policy');
  if (typeof policy !== 'string') return;
  const framing = policy.replace(/frame-src(?: 'none')?/, "frame-src 'self'");
  reply.header(
    'content-security-policy',
    PREVIEW.test(pathname) ? framing.replace("frame-ancestors 'none'", "frame-ancestors 'self'") : framing,
  );
}

async function sendPage(reply: FastifyReply, page: string, accepted: string | undefined): Promise<unknown> {
  const compressed = await compressPage(page, accepted);
  if (compressed === null) return reply.send(page);
  return reply.header('content-encoding', compressed.coding).send(compressed.bytes);
}
