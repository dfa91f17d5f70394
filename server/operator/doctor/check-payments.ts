import { PayPalRefused, paypalOf, stripeOf } from '../../billing/service.ts';
import type { Payments } from '../../ctx/payments.ts';
import type { Settings } from '../../lib/settings.ts';
import { firstLine } from '../../lib/start-error.ts';
import { note, right, wrong, type Finding } from './finding.ts';

interface Asked {
  readonly payments: Payments;
  readonly settings: Pick<Settings, 'origins'>;
}

/** Stripe: its key is accepted, of the same kind as the publishable one, and its webhooks come here. */
export async function checkStripe({ payments, settings }: Asked): Promise<readonly Finding[]> {
  const [what, access] = ['Stripe', payments.stripe] as const;
  if (access === null) return [note(what, 'No keys are set: nobody can pay by card.')];
  if (access.sandbox) return [note(what, "A demo's payments: the sandbox stands in for it, no money moves.")];
  if (access.publishableKey.startsWith('pk_live_') !== access.livemode)
    return [
      wrong(what, 'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of different modes, live and test.'),
    ];
  const address = `${settings.origins.studio.canonical}/api/webhooks/stripe`;
  const { data } = await stripeOf(access)
    .webhookEndpoints.list({ limit: 100 })
    .catch((error: unknown) => {
      throw new Error(`It refuses the key, or does not answer: ${firstLine(error)}`, { cause: error });
    });
  const own = data.find(({ url }) => url === address);
  if (own === undefined)
    return [wrong(what, `No webhook endpoint of it is ${address}: payments would not be heard of.`)];
  if (own.status !== 'enabled') return [wrong(what, `Its webhook endpoint ${address} is ${own.status}.`)];
  return [
    right(what, `The ${access.livemode ? 'live' : 'test'} key is accepted, and webhooks come to ${address}.`),
  ];
}

/** PayPal: its client is accepted and its webhooks come here. */
export async function checkPaypal({ payments, settings }: Asked): Promise<readonly Finding[]> {
  const [what, access] = ['PayPal', payments.paypal] as const;
  if (access === null) return [note(what, 'No client is set: nobody can pay through PayPal.')];
  if (access.mode === 'sandbox')
    return [note(what, "A demo's payments: the sandbox stands in for it, no money moves.")];
  const address = `${settings.origins.studio.canonical}/api/webhooks/paypal`;
  try {
    const path = `/v1/notifications/webhooks/${encodeURIComponent(access.webhookId)}`;
    const { url } = await paypalOf(access).call<{ readonly url: string }>({ path });
    if (url !== address) return [wrong(what, `PAYPAL_WEBHOOK_ID sends to ${url}, not to ${address}.`)];
    return [right(what, `The ${access.mode} client is accepted, and webhooks come to ${address}.`)];
  } catch (error) {
    if (error instanceof PayPalRefused && error.status === 404)
      return [wrong(what, 'It does not know the webhook of PAYPAL_WEBHOOK_ID.')];
    if (error instanceof PayPalRefused && error.status === 401)
      return [wrong(what, 'It refuses PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET; is PAYPAL_MODE right?')];
    throw error;
  }
}
