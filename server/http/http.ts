import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import type { Payments } from '../ctx/payments.ts';
import type { Settings } from '../lib/settings.ts';
import type { Clock } from '../lib/clock.ts';
import { sendError } from './errors.ts';
import { Refused } from '../lib/refused.ts';
import { parseJson } from './json.ts';
import type { Log } from '../lib/log.ts';
import type { Observer } from '../lib/observer.ts';
import type { Tracer } from '../lib/tracing/span.ts';
import { CSP_GROUP, CSP_REPORTS } from './csp-reports.ts';
import { contentSecurity } from './security.ts';
import { endSlowBodies } from './slow-bodies.ts';
import { traceRequests } from './trace-requests.ts';

/** A path for the log, without query and reset tokens. */
const loggedPath = (url: string): string =>
  (url.split('?')[0] ?? '').replace(/(\/password\/validate\/).+/i, '$1…');

const hostHeaders = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length;

/** Calls are read by their contracts (bind.ts). Fastify's own compilers, a tenth of a start, need not be loaded. */
function noSchema(): never {
  throw new Error('A route has a schema of its own; its contract should have it.');
}

/** An HTTP server without routes: JSON parser, problem documents, headers, one log line per request. */
export async function createHttp({
  settings,
  clock,
  log,
  payments,
  observer,
  tracer,
}: {
  settings: Settings;
  payments: Payments;
  clock: Clock;
  log: Log;
  observer?: Observer | undefined;
  tracer?: Tracer | undefined;
}): Promise<FastifyInstance> {
  const http = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    genReqId: () => randomUUID(),
    trustProxy: settings.trustProxy === false ? false : [...settings.trustProxy],
    routerOptions: { maxParamLength: 5000 },
    schemaController: { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } },
    requestTimeout: 0,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) =>
      void sendError(error, request, reply.header('x-request-id', request.id)),
  });
  http.removeContentTypeParser('text/plain');
  http.removeContentTypeParser('application/json');
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? {} : parseJson(body as string));
    } catch (error) {
      done(error as Error);
    }
  });
  http.setErrorHandler(sendError);
  if (tracer !== undefined) traceRequests(http, tracer);
  endSlowBodies(http);
  await http.register(cookie);
  await http.register(helmet, contentSecurity(settings, payments));
  http.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('reporting-endpoints', `${CSP_GROUP}="${CSP_REPORTS}"`);
    // Node takes the first of several Host headers; a proxy may take another.
    if (hostHeaders(request.raw) > 1) throw new Refused('malformed');
  });
  http.addHook('onSend', async (_request, reply) => {
    // Browsers' countdowns follow this header, so it must be the time that the rules use.
    reply.header('date', new Date(clock.now().epochMilliseconds).toUTCString());
  });
  http.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      path: loggedPath(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    request.log.info(line, 'request');
    observer?.answered({
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
  });
  return http;
}
