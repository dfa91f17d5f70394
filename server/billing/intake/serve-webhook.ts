import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { perAddress } from '#shared/lib/limits.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { limitCall } from '../../db/rate.ts';
import { sendProblem } from '../../http/errors.ts';
import { Refused } from '../../lib/refused.ts';
import { receiveEvent, receivePaypalEvent } from './receive-event.ts';

const MAX_BYTES = 1024 * 1024;

const PROBLEMS = {
  wrong_signature: { status: 400, detail: 'The signature is missing, wrong or too old.' },
  malformed: { status: 400, detail: 'This is not an event of the payment provider.' },
  provider_unavailable: { status: 503, detail: 'Whether this is signed could not be asked.' },
} as const;

type Received = Result<null, keyof typeof PROBLEMS>;

/** Each asks PayPal; a burst of its own stays far below. */
const ASKING = [perAddress('paypal-webhook', 600, 60)] as const;

/**
 * The providers' webhooks, under every host name. The body stays raw, because its signature is over its bytes; the
 * signature stands in for the cross-site check (docs/product/billing.md#webhooks, docs/product/paypal.md#webhooks).
 */
export function serveWebhooks(app: FastifyInstance, ctxOf: (request: FastifyRequest) => Ctx): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    const serve = (path: string, receive: (ctx: Ctx, request: FastifyRequest) => Promise<Received>) =>
      scope.route({
        method: 'POST',
        url: path,
        bodyLimit: MAX_BYTES,
        config: { http: { signed: true, anyHost: true } },
        handler: async (request, reply) => answer(reply, await receive(ctxOf(request), request)),
      });
    serve('/api/webhooks/stripe', async (ctx, request) => {
      const { stripe } = ctx.payments;
      if (stripe === null) throw new Refused('not_found');
      const header = request.headers['stripe-signature'];
      const signature = typeof header === 'string' ? header : undefined;
      return receiveEvent(ctx, stripe, { body: bodyOf(request), signature });
    });
    serve('/api/webhooks/paypal', async (ctx, request) => {
      const { paypal } = ctx.payments;
      if (paypal === null) throw new Refused('not_found');
      await limitCall(ctx, ASKING, request.ip);
      return receivePaypalEvent(ctx, paypal, { body: bodyOf(request), headers: request.headers });
    });
  });
}

const bodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

function answer(reply: FastifyReply, received: Received): FastifyReply {
  if (!received.ok) return sendProblem(reply, received.reason, PROBLEMS[received.reason]);
  return reply.header('cache-control', 'no-store').send({ received: true });
}
