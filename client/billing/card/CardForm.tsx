import { lazy, type Ref } from 'react';
import { serverNow } from '../../lib/clock.ts';
import type { ReadOf } from '../../lib/api.ts';
import type { getPaymentConfig } from '#shared/billing/calls.ts';
import type { CardHandle } from './card-handle.ts';

/** How the browser reaches the card provider. */
export type CardAccess = NonNullable<ReadOf<typeof getPaymentConfig>['stripe']>;

const SandboxCardForm = lazy(async () => ({
  default: (await import('./SandboxCardForm.tsx')).SandboxCardForm,
}));
const StripeCardForm = lazy(async () => ({
  default: (await import('./StripeCardForm.tsx')).StripeCardForm,
}));

interface Props {
  readonly ref: Ref<CardHandle>;
  readonly access: CardAccess;
  readonly disabled: boolean;
}

/**
 * The fields of a card: the sandbox's own, or Stripe's with real keys (docs/product/buying.md#card-form). Suspends until
 * their code is here, so that what is below them does not move once it is shown.
 */
export function CardForm({ ref, access, disabled }: Props) {
  const { publishable_key: publishableKey, api_origin: origin } = access;
  const form = { ref, publishableKey, disabled };
  return origin === null ? (
    <StripeCardForm {...form} />
  ) : (
    <SandboxCardForm {...form} origin={origin} today={today} />
  );
}

const today = (): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(serverNow())).toZonedDateTimeISO('UTC').toPlainDate();
