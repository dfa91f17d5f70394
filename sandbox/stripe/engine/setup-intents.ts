import type Stripe from 'stripe';
import { randomText } from '../../lib/ids.ts';
import type { Work } from '../store/work.ts';

export interface NewSetupIntent {
  readonly customer: string | null;
  readonly clock: string | null;
  readonly metadata?: Record<string, string>;
  readonly description?: string | null;
  readonly usage?: string;
  readonly checkout?: string;
}

export async function addSetupIntent(
  work: Work,
  at: number,
  input: NewSetupIntent,
): Promise<Stripe.SetupIntent> {
  const id = work.id('setup_intent');
  const intent: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(25)}`,
    created: at,
    customer: input.customer,
    customer_account: null,
    description: input.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    managed_payments: null,
    mandate: null,
    metadata: input.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: input.usage ?? 'off_session',
  };
  work.add(intent, {
    clock: input.clock,
    ...(input.checkout === undefined ? {} : { checkout: input.checkout }),
  });
  await work.emit('setup_intent.created', intent);
  return intent;
}
