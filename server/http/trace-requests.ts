import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inSpan, traceFields, type Span, type Tracer } from '../lib/tracing/span.ts';

const spans = new WeakMap<FastifyRequest, Span>();

/** Calls of the API. Screens, their files and signed links are no part of a trace. */
const isTraced = ({ routeOptions }: FastifyRequest): boolean =>
  /^\/(api|content)\//.test(routeOptions.url ?? '');

/**
 * Gives each call of the API a span, named by method and route, from its arrival to its answer. It continues the trace
 * of a `traceparent`; addresses and queries are left out, since they name people (docs/product/security.md#traces).
 */
export function traceRequests(http: FastifyInstance, tracer: Tracer): void {
  http.addHook('onRequest', (request, reply, done) => {
    if (!isTraced(request)) return done();
    const { method, protocol, headers } = request;
    const route = request.routeOptions.url ?? '';
    const { traceparent } = headers;
    const span = tracer.begin(
      {
        name: `${method} ${route}`,
        kind: 'server',
        attributes: {
          'http.request.method': method,
          'http.route': route,
          'url.scheme': protocol,
          'talkback.request.id': request.id,
        },
      },
      typeof traceparent === 'string' ? traceparent : undefined,
    );
    spans.set(request, span);
    const log = span.isRecording ? request.log.child(traceFields(span)) : request.log;
    request.log = log;
    reply.log = log;
    inSpan(span, done);
  });
  // A body is parsed in the events of its connection, which are in no span.
  http.addHook('preHandler', (request, _reply, done) => inSpan(spans.get(request), done));
  http.addHook('onResponse', async (request, reply) => endRequestSpan(request, reply.statusCode));
}

/** Ends the span of a request that is answered; without one it does nothing. */
export function endRequestSpan(request: FastifyRequest, status: number): void {
  const span = spans.get(request);
  if (span === undefined) return;
  spans.delete(request);
  span.set({ 'http.response.status_code': status });
  span.end(status >= 500 ? String(status) : undefined);
}
