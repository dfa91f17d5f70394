import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Payments } from '#server/ctx/payments.ts';
import type { Sandbox } from '../../sandbox/main.ts';
import { recordPayPal } from '../sandbox/record-paypal.ts';
import { recording } from '../sandbox/recording.ts';
import { KEY, PAYPAL, paymentsAt, PUBLISHABLE_KEY, WEBHOOK_SECRET } from '../sandbox/keys.ts';
import type { FixedClock } from './fixed-clock.ts';

/** Stands between an application and its sandbox: takes the sandbox's address and what answers there, returns its own. */
export type Between = (sandbox: string, handle: Sandbox['handle']) => Promise<string>;

/** A sandbox for one application, whose webhooks it delivers to a port of this machine. */
export interface TestPayments {
  readonly sandbox: Sandbox;
  readonly payments: Payments;
  /** Has the application take the webhooks in; before that they are refused, to be sent again. */
  serve(http: FastifyInstance): void;
  close(): Promise<void>;
}

/** Starts a sandbox on the test's own database and clock; time passes there only by `settled` and requests. */
export async function startPayments(
  database: string,
  clock: FixedClock,
  between: Between | undefined,
): Promise<TestPayments> {
  const { startSandbox } = await import('../../sandbox/main.ts');
  let app: FastifyInstance | null = null;
  const receiver = createServer((request, response) => {
    if (app === null) response.writeHead(503).end();
    else app.routing(request, response);
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const hooks = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/api/webhooks`;
  const sandbox = await startSandbox({
    database,
    host: '127.0.0.1',
    port: 0,
    key: KEY,
    publishableKey: PUBLISHABLE_KEY,
    webhook: { url: `${hooks}/stripe`, secret: WEBHOOK_SECRET },
    paypal: { ...PAYPAL, webhook: { id: PAYPAL.webhookId, url: `${hooks}/paypal` } },
    now: () => clock.now().epochMilliseconds,
    every: 0,
  });
  const shown = between ?? (recording.calls === null ? undefined : recordPayPal);
  const { hostname, port } = new URL(
    shown === undefined ? sandbox.url : await shown(sandbox.url, sandbox.handle),
  );
  return {
    sandbox,
    payments: {
      ...paymentsAt(Number(port), hostname),
      pagesOrigin: sandbox.url,
    },
    serve(http) {
      app = http;
    },
    async close() {
      await sandbox.close();
      receiver.closeAllConnections();
      receiver.close();
    },
  };
}
