import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import type { Settings } from '../settings.ts';
import type { Clock } from './clock.ts';
import { answerError } from './errors.ts';
import { parseJson } from './json.ts';
import type { Log } from './log.ts';
import { contentSecurity } from './security.ts';
import { endSlowBodies } from './slow-bodies.ts';

/** A path as it is logged: without its query, and without the secret that stands in the path of a reset link. */
const loggedPath = (url: string): string =>
  (url.split('?')[0] ?? '').replace(/(\/password\/validate\/).+/i, '$1…');

/** An HTTP server without routes: our JSON, problem documents for whatever is thrown, headers, one log line a request. */
export async function createHttp({
  settings,
  clock,
  log,
}: {
  settings: Settings;
  clock: Clock;
  log: Log;
}): Promise<FastifyInstance> {
  const http = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    genReqId: () => randomUUID(),
    trustProxy: settings.trustProxy === false ? false : [...settings.trustProxy],
    routerOptions: { maxParamLength: 5000 },
    requestTimeout: 0,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) =>
      void answerError(error, request, reply.header('x-request-id', request.id)),
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
  http.setErrorHandler(answerError);
  endSlowBodies(http);
  await http.register(cookie);
  await http.register(helmet, contentSecurity(settings));
  http.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  http.addHook('onSend', async (_request, reply) => {
    // Countdowns in the browser follow this header, so it tells the time that the rules see.
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
  });
  return http;
}
