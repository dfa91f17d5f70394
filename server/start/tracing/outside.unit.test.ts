import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test as base } from 'vitest';
import { verifyFacebookToken } from '../../accounts/social/facebook.ts';
import { paypalOf } from '../../billing/paypal/client.ts';
import { stripeOf } from '../../billing/stripe/client.ts';
import { inSpan } from '../../lib/tracing/span.ts';
import { readSettings } from '../settings.ts';
import { deliver } from '../../mail/send/gateway.ts';
import { startCollector } from '#test/api/collector.ts';
import { startTestStore } from '#test/rooms/disk-store.ts';
import { mailServer } from '#test/rooms/mails.ts';
import { keptLog, tracingBy } from '#test/rooms/traces.ts';

const test = base
  .extend('collector', { scope: 'file' }, async ({}, { onCleanup }) => {
    const collector = await startCollector();
    onCleanup(() => collector.close());
    return collector;
  })
  .extend('tracing', { scope: 'file' }, async ({ collector }, { onCleanup }) => {
    const tracing = await tracingBy(collector.env);
    onCleanup(() => tracing.stop());
    return tracing;
  })
  /** Runs work in a trace, and returns the spans below its own. */
  .extend('spansOf', { scope: 'file' }, ({ tracing, collector }) => async (work: () => Promise<unknown>) => {
    const span = tracing.tracer.begin({ name: 'test', kind: 'internal' });
    await inSpan(span, work);
    span.end();
    await tracing.flush();
    const spans = collector.spans(span.traceId).filter(({ spanId }) => !span.traceparent.includes(spanId));
    return spans.map(({ name, kind, attributes, status }) => ({ name, kind, attributes, status }));
  })
  /** Somebody else's API, which answers every call alike. */
  .extend('provider', { scope: 'file' }, async ({}, { onCleanup }) => {
    const state = { status: 200, body: {} as object };
    const seen: IncomingHttpHeaders[] = [];
    const server = createServer((request, response) => {
      seen.push(request.headers);
      response
        .writeHead(state.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(state.body));
    });
    onCleanup(() => void server.close());
    await new Promise<void>((listens) => {
      server.listen(0, '127.0.0.1', listens);
    });
    return { state, seen, port: (server.address() as AddressInfo).port };
  });

test('a call to an S3 names its command, not its key; signing a link calls nobody', async ({
  spansOf,
  collector,
}) => {
  const store = await startTestStore();
  const { storage, origin } = store;
  try {
    const spans = await spansOf(async () => {
      await storage.head('sessions/secret-key');
      await storage.presignGet({ key: 'sessions/secret-key', expiresIn: 60, origin, filename: 'secret.wav' });
    });
    const attributes = {
      'rpc.system': 'aws-api',
      'rpc.service': 'S3',
      'rpc.method': 'HeadObject',
      'error.type': 'NotFound',
    };
    expect(spans).toContainEqual({ name: 'S3/HeadObject', kind: 3, attributes, status: 2 });
    expect(spans).toHaveLength(1);
    expect(collector.text()).not.toContain('secret');
  } finally {
    await store.close();
  }
});

test('a mail names the mail server, nobody else', async ({ spansOf, collector }) => {
  const server = await mailServer();
  const where = {
    smtpUrl: server.env.SMTP_URL,
    mailFrom: 'Studio <studio@talkback.test>',
    dataDir: '/nowhere',
  };
  const at = Temporal.Instant.from('2026-11-21T12:00:00Z');
  try {
    const mail = {
      key: 'k mira@mail.test',
      to: 'mira@mail.test',
      subject: 'Hello Mira',
      text: 'Dear Mira',
      at,
    };
    const spans = await spansOf(() => deliver(where, mail));
    const attributes = { 'server.address': '127.0.0.1' };
    expect(spans).toEqual([{ name: 'send mail', kind: 3, attributes, status: 0 }]);
    expect(server.take('mira@mail.test')).toHaveLength(1);
    server.state.refuses = true;
    const failed = await spansOf(() => deliver(where, mail).catch(() => {}));
    expect(failed).toMatchObject([{ status: 2, attributes: { 'error.type': 'EENVELOPE' } }]);
    // Ids of spans are random digits up to f, so the name has others.
    expect(collector.text()).not.toMatch(/mira/i);
  } finally {
    await server.close();
  }
});

test('calls to payment providers and for a login name their paths without ids, and carry no traceparent', async ({
  spansOf,
  provider,
  collector,
}) => {
  const { port, state, seen } = provider;
  const api = { protocol: 'http', host: '127.0.0.1', port } as const;
  const keys = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' };
  const stripe = stripeOf({ ...keys, api, sandbox: false, livemode: false });
  const client = { clientId: 'c', clientSecret: 's', webhookId: 'WH1', mode: 'test' } as const;
  const paypal = paypalOf({ ...client, api: `http://127.0.0.1:${port}` });
  const settings = readSettings({ TALKBACK_FACEBOOK_GRAPH: `http://127.0.0.1:${port}/v23.0` });
  const { log } = keptLog();
  const ctx = { settings, log, now: Temporal.Instant.from('2026-11-21T12:00:00Z') };

  state.body = { id: 'cus_Q1w2E3', object: 'customer', access_token: 't' };
  const spans = await spansOf(async () => {
    await stripe.customers.retrieve('cus_Q1w2E3');
    await paypal.call({ path: '/v1/billing/subscriptions/I-BW452GLLEP1G?fields=plan' });
    await verifyFacebookToken(ctx, { appId: '1', appSecret: 's3cret' }, 'their-token');
  });
  expect(spans.map(({ name }) => name)).toEqual([
    'GET /v1/customers/{id}',
    'POST /v1/oauth2/token',
    'GET /v1/billing/subscriptions/{id}',
    'GET /v23.0/debug_token',
  ]);
  expect(spans[0]).toEqual({
    name: 'GET /v1/customers/{id}',
    kind: 3,
    attributes: {
      'http.request.method': 'GET',
      'server.address': '127.0.0.1',
      'url.template': '/v1/customers/{id}',
      'http.response.status_code': 200,
    },
    status: 0,
  });
  for (const headers of seen) expect(headers).not.toHaveProperty('traceparent');
  expect(collector.text()).not.toMatch(/cus_|I-BW|their-token|s3cret|fields/);

  state.status = 404;
  const [refused] = await spansOf(() => stripe.customers.retrieve('cus_gone').catch(() => {}));
  expect(refused).toMatchObject({ status: 2, attributes: { 'error.type': '404' } });
});
