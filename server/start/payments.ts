import type { Payments } from '../ctx/payments.ts';
import { NO_PAYMENTS } from '../ctx/payments.ts';
import type { DatabaseTarget } from '../db/target.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Settings } from '../lib/settings.ts';
import { firstLine, StartError } from '../lib/start-error.ts';
import { openPorts, type Ports } from './ports.ts';
import type { Secrets } from '../lib/secrets.ts';

/** The sandbox's port, counted from the studio's. */
const SANDBOX_OFFSET = 3;
/** Time for running calls when the sandbox stops. */
const DRAIN_MS = 1000;

/** Whether this installation pays in the sandbox: a demo without a provider's keys. */
export const usesSandbox = ({ demo, stripe, paypal }: Settings): boolean =>
  demo && stripe === null && paypal === null;

/** Where this machine reaches a server that listens on HOST. */
function reachedBy(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === 'localhost') return '127.0.0.1';
  return host;
}

const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** What the sandbox calls the studio at PayPal. */
const SANDBOX_PAYPAL = { clientId: 'talkback-sandbox', webhookId: 'WHSANDBOX' } as const;

/** The sandbox's origin for browsers: the studio's with another port. */
function sandboxOrigin({ origins, port }: Settings): string {
  const origin = new URL(origins.studio.canonical);
  origin.port = String(port + SANDBOX_OFFSET);
  return origin.origin;
}

const PAYPAL_API = { live: 'https://api-m.paypal.com', test: 'https://api-m.sandbox.paypal.com' } as const;

/** The payment providers by settings and secrets (docs/operating.md#paying). */
export function paymentsOf(settings: Settings, secrets: () => Secrets): Payments {
  const { stripe, paypal, host, port } = settings;
  if (stripe !== null || paypal !== null)
    return {
      stripe: stripe && {
        ...stripe,
        api: null,
        sandbox: false,
        livemode: /^(sk|rk)_live_/.test(stripe.secretKey),
      },
      paypal: paypal && { ...paypal, api: PAYPAL_API[paypal.mode] },
      pagesOrigin: null,
    };
  if (!usesSandbox(settings)) return NO_PAYMENTS;
  const { sandboxKey, sandboxPublishableKey, sandboxWebhookSecret, sandboxPaypalSecret } = secrets();
  return {
    paypal: {
      clientId: SANDBOX_PAYPAL.clientId,
      clientSecret: sandboxPaypalSecret,
      webhookId: SANDBOX_PAYPAL.webhookId,
      api: `http://${urlHost(reachedBy(host))}:${port + SANDBOX_OFFSET}/paypal`,
      mode: 'sandbox',
    },
    stripe: {
      secretKey: sandboxKey,
      publishableKey: sandboxPublishableKey,
      webhookSecret: sandboxWebhookSecret,
      api: { protocol: 'http', host: reachedBy(host), port: port + SANDBOX_OFFSET },
      sandbox: true,
      livemode: false,
    },
    pagesOrigin: sandboxOrigin(settings),
  };
}

/** Binds the sandbox's port; null where there is no sandbox. Throws a StartError for a taken port. */
export async function openSandboxPort(settings: Settings): Promise<Ports | null> {
  if (!usesSandbox(settings)) return null;
  const port = settings.port + SANDBOX_OFFSET;
  return openPorts({ host: settings.host, port }, 1, 'Set PORT so that it and the next three are free.');
}

/** Creates the sandbox's empty tables, for a restore. */
export async function prepareSandbox(target: DatabaseTarget): Promise<void> {
  const { prepareDatabase } = await import('#sandbox/main.ts');
  await prepareDatabase(target);
}

/** Serves the sandbox of an installation with `ports`; its webhooks go to the studio in this process. Returns its stop. */
export async function startSandbox(at: {
  readonly settings: Settings;
  readonly payments: Payments;
  readonly ports: Ports;
  readonly target: DatabaseTarget;
  readonly clock: Clock;
  readonly log: Log;
  /** The port on which this process serves the studio. */
  readonly studioPort: number;
}): Promise<() => Promise<void>> {
  const { stripe, paypal, pagesOrigin } = at.payments;
  if (stripe === null || paypal === null || pagesOrigin === null)
    throw new Error('there is no sandbox to start');
  const host = reachedBy(at.settings.host);
  const hooks = `http://${urlHost(host)}:${at.studioPort}/api/webhooks`;
  const sandboxModule = await import('#sandbox/main.ts');
  const sandbox = await sandboxModule
    .startSandbox({
      database: at.target,
      origin: pagesOrigin,
      key: stripe.secretKey,
      publishableKey: stripe.publishableKey,
      webhook: { url: `${hooks}/stripe`, secret: stripe.webhookSecret },
      paypal: {
        clientId: paypal.clientId,
        clientSecret: paypal.clientSecret,
        webhook: { id: paypal.webhookId, url: `${hooks}/paypal` },
      },
      now: () => at.clock.now().epochMilliseconds,
      onFault: (error) => at.log.error({ err: error }, 'the payment sandbox failed'),
    })
    .catch((error: unknown) => {
      throw new StartError(`The payment sandbox cannot start: ${firstLine(error)}`, { cause: error });
    });
  at.ports.serve(sandbox.handle);
  return async () => {
    await at.ports.close(DRAIN_MS);
    await sandbox.close();
  };
}
