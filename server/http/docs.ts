import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import type { Endpoint } from '#shared/lib/endpoint.ts';
import { openApi } from './openapi.ts';

const PAGE = '/api/docs';
const DOCUMENT = '/api/openapi.json';

/** The page around the API reader; no inline scripts, because of the content security policy. */
const page = (name: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${name} API</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
  </head>
  <body>
    <div id="app"></div>
    <script src="${PAGE}/js/scalar.js"></script>
    <script src="${PAGE}/start.js"></script>
  </body>
</html>
`;

const START = `Scalar.createApiReference('#app', ${JSON.stringify({
  url: DOCUMENT,
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
})});\n`;

/** The reader is heavy, so it is loaded on first use. */
async function readerScript(): Promise<string> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const reader = Fastify();
  await reader.register(reference, { routePrefix: '/', configuration: { url: DOCUMENT } });
  return (await reader.inject('/js/scalar.js')).body;
}

/** Serves the OpenAPI 3.1 document and its page. */
export function serveDocs(app: FastifyInstance, name: string, endpoints: readonly Endpoint[]): void {
  let script: Promise<string> | undefined;
  const config = { http: { cache: 'no-store' } } as const;
  app.get(DOCUMENT, { config }, async () => openApi(name, endpoints, 'talkback_studio'));
  app.get(PAGE, { config }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page(name)),
  );
  app.get(`${PAGE}/start.js`, { config }, async (_request, reply) =>
    reply.type('text/javascript').send(START),
  );
  app.get(`${PAGE}/js/scalar.js`, { config }, async (_request, reply) => {
    script ??= readerScript();
    return reply.type('text/javascript').send(await script);
  });
}
