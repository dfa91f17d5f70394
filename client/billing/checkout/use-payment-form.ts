import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm, useWatch, type Resolver } from 'react-hook-form';
import { methodOr } from '#shared/billing/rules-buying.ts';
import type { Provider } from '#shared/billing/rules-provider.ts';
import { TRIAL_DAYS } from '#shared/billing/rules.ts';
import { useFlag } from '../../lib/flags.ts';
import { useMe } from '../../lib/session.ts';
import { quoteQuery, type QuoteInput } from '../api.ts';
import { needsZip, type ChosenOffer } from './chosen-offer.ts';
import { readDraft, storeDraft } from './payment-draft.ts';

export interface PaymentValues {
  method: Provider;
  country: string | null;
  zipcode: string;
}

/** Country, and a postal code where the country has one. */
const resolver: Resolver<PaymentValues> = (values) => {
  const errors = {
    ...(values.country === null && {
      country: { type: 'required', message: 'Please choose your billing country.' },
    }),
    ...(needsZip(values.country) &&
      values.zipcode.trim() === '' && { zipcode: { type: 'required', message: 'Required' } }),
  };
  return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
};

interface PaymentInput {
  readonly offer: ChosenOffer;
  /** Over a running subscription. */
  readonly isLive: boolean;
  /** How it can be paid. */
  readonly methods: readonly Provider[];
  /** The one that was chosen before. */
  readonly wanted: unknown;
}

/** The values of the payment form, kept over a reload, and the quote that follows from them. */
export function usePaymentForm({ offer, isLive, methods, wanted }: PaymentInput) {
  const me = useMe();
  const freeTrial = useFlag('free-trial');
  const [draft] = useState(() => readDraft(() => sessionStorage));
  // A change of a running subscription takes no coupon, and is billed where it was.
  const [stored, setCoupon] = useState(isLive ? '' : (draft.coupon ?? ''));
  const billed = isLive ? me.billing_address.country : null;
  const form = useForm<PaymentValues>({
    resolver,
    defaultValues: {
      method: methodOr(wanted ?? draft.method, methods) ?? 'stripe',
      country: billed ?? draft.country ?? me.billing_address.country ?? me.country,
      zipcode: draft.zipcode ?? me.billing_address.zipcode,
    },
  });
  const [method, country, zipcode] = useWatch({
    control: form.control,
    name: ['method', 'country', 'zipcode'],
  });
  useEffect(
    () => storeDraft({ method, country, zipcode, coupon: stored }, () => sessionStorage),
    [method, country, zipcode, stored],
  );
  // PayPal takes none; it is back with the card.
  const coupon = method === 'paypal' ? '' : stored;

  const quoteInput: QuoteInput = {
    kind: offer.kind,
    offer_id: offer.id,
    quantity: 1,
    provider: method,
    ...(country === null ? {} : { country }),
  };
  const quote = useQuery({
    ...quoteQuery(coupon === '' ? quoteInput : { ...quoteInput, coupon }),
    enabled: country !== null,
  });
  // Until the server has said it, who has no plan yet is expected to begin with the trial.
  const expected = !isLive && offer.kind === 'plan' && freeTrial && me.status === 'signup' ? TRIAL_DAYS : 0;
  const trialDays = quote.data?.trial_days ?? expected;
  return { form, method, country, coupon, setCoupon, quote, quoteInput, trialDays };
}
