import { charge, declinedError, requireOpen, setUp } from '../engine/intents.ts';
import { addCard, NO_DETAILS, ownPaymentMethod, paymentMethod } from '../engine/payment-methods.ts';
import { settle } from '../engine/settle.ts';
import { ApiError, invalid } from '../http/errors.ts';
import type { ValueOf } from '../http/params.ts';
import type { Kinds } from '../store/kinds.ts';
import { idOf } from '../store/reference.ts';
import type { Work } from '../store/work.ts';
import { mergeDetails } from './payment-methods.ts';
import type { paymentMethodData } from './shapes.ts';

type PaymentIntent = Kinds['payment_intent'];
type SetupIntent = Kinds['setup_intent'];

export interface CardInput {
  readonly payment_method?: string | undefined;
  readonly payment_method_data?: ValueOf<typeof paymentMethodData> | undefined;
}

/** The card that a request names or brings. */
export async function methodOf(
  work: Work,
  input: CardInput,
  intent: PaymentIntent | SetupIntent,
): Promise<Kinds['payment_method']> {
  const owner = idOf(intent.customer);
  const at = await work.timeOf(owner);
  if (input.payment_method_data !== undefined) {
    const { card, billing_details: details } = input.payment_method_data;
    if (card === undefined)
      throw invalid(
        'Missing required param: payment_method_data[card].',
        'payment_method_data[card]',
        'parameter_missing',
      );
    return addCard(work, at, card, mergeDetails(NO_DETAILS, details));
  }
  const id = input.payment_method ?? idOf(intent.payment_method);
  if (id === null) {
    throw invalid(
      `You cannot confirm this ${intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent'} because it's missing a payment method. Update it with a payment method and then confirm it again.`,
      undefined,
      `${intent.object}_unexpected_state`,
    );
  }
  const method = await paymentMethod(work, id, at);
  if (idOf(method.customer) === null) return method;
  if (owner === null)
    throw invalid('The payment method belongs to a customer; pass the customer too.', 'payment_method');
  return ownPaymentMethod(work, id, await work.get('customer', owner, 'customer'), 'payment_method', at);
}

export async function confirmPayment(
  work: Work,
  intent: PaymentIntent,
  input: CardInput & { return_url?: string | undefined; off_session?: boolean | undefined },
): Promise<PaymentIntent> {
  requireOpen(intent, 'confirm');
  const method = await methodOf(work, input, intent);
  const verdict = await charge(work, intent, method, {
    offSession: input.off_session ?? false,
    returnUrl: input.return_url ?? null,
  });
  await settle(work, intent, verdict);
  if (verdict.is === 'declined' || verdict.is === 'unauthenticated') throw declinedError(intent);
  return intent;
}

export async function confirmSetup(
  work: Work,
  intent: SetupIntent,
  input: CardInput & { return_url?: string | undefined },
): Promise<SetupIntent> {
  requireOpen(intent, 'confirm');
  const method = await methodOf(work, input, intent);
  const verdict = await setUp(work, intent, method, { returnUrl: input.return_url ?? null });
  if (verdict.is === 'declined' || verdict.is === 'unauthenticated') throw declinedError(intent);
  return intent;
}

/** A browser shows that it may: it knows the client secret. */
export function checkSecret(intent: PaymentIntent | SetupIntent, secret: string | undefined): void {
  if (secret !== undefined && secret !== intent.client_secret)
    throw new ApiError(400, {
      type: 'invalid_request_error',
      message: 'The client_secret provided does not match the client_secret associated with this object.',
      param: 'client_secret',
    });
}
