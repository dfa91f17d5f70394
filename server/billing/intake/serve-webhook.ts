import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Ctx } from '../../ctx/ctx.ts';
import { sendProblem } from '../../http/errors.ts';
import { Refused } from '../../lib/refused.ts';
import { receiveEvent } from './receive-event.ts';

const PATH = '/api/webhooks/stripe';
const MAX_BYTES = 1024 * 1024;

const PROBLEMS = {
  wrong_signature: { status: 400, detail: 'The signature is missing, wrong or too old.' },
  malformed: { status: 400, detail: 'This is not an event of the payment provider.' },
} as const;

/**
 * The provider's webhooks, under every host name. The body stays raw, because its signature is over its bytes; the
 * signature stands in for the cross-site check (docs/product/billing.md#webhooks).
 */
export function serveWebhook(app: FastifyInstance, ctxOf: (request: FastifyRequest) => Ctx): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.route({
      method: 'POST',
      url: PATH,
      bodyLimit: MAX_BYTES,
      config: { http: { signed: true, anyHost: true } },
      handler: async (request, reply) => {
        const ctx = ctxOf(request);
        if (ctx.payments.stripe === null) throw new Refused('not_found');
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const header = request.headers['stripe-signature'];
        const signature = typeof header === 'string' ? header : undefined;
        const received = await receiveEvent(ctx, ctx.payments.stripe, { body, signature });
        if (!received.ok) return sendProblem(reply, received.reason, PROBLEMS[received.reason]);
        return reply.header('cache-control', 'no-store').send({ received: true });
      },
    });
  });
}
