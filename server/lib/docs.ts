import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import type { Endpoint } from '../../shared/lib/endpoint.ts';
import { openApi } from './openapi.ts';

const PAGE = '/api/docs';
const DOCUMENT = '/api/openapi.json';

/** The reader of the document is heavy to load, so it is made when somebody first opens it. */
async function makeReader(): Promise<FastifyInstance> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const reader = Fastify();
  await reader.register(reference, {
    routePrefix: PAGE,
    configuration: { url: DOCUMENT, withDefaultFonts: false, telemetry: false, hideClientButton: true },
  });
  return reader;
}

/** Serves the OpenAPI 3.1 document and the page that shows it. */
export function serveDocs(app: FastifyInstance, name: string, endpoints: readonly Endpoint[]): void {
  let reader: Promise<FastifyInstance> | undefined;
  app.get(DOCUMENT, async () => openApi(name, endpoints, 'talkback_studio'));
  for (const path of [PAGE, `${PAGE}/*`]) {
    app.get(path, async (request, reply) => {
      reader ??= makeReader();
      const page = await (await reader).inject({ method: 'GET', url: request.url });
      if (page.statusCode >= 300 && page.statusCode < 400)
        return reply.redirect(String(page.headers.location));
      return reply.code(page.statusCode).type(String(page.headers['content-type'])).send(page.rawPayload);
    });
  }
}
