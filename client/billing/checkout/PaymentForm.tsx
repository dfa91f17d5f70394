import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Provider } from '#shared/billing/rules-provider.ts';
import { PAYMENT, secureCheckout } from '#shared/billing/texts.ts';
import { countryName } from '#shared/lib/countries.ts';
import { ProblemError } from '../../lib/api.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { useMe } from '../../lib/session.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { quoteQuery } from '../api.ts';
import type { CardAccess } from '../card/CardForm.tsx';
import type { CardHandle } from '../card/card-handle.ts';
import { CompanyFields } from './CompanyFields.tsx';
import { hasLiveSubscription, needsZip, type ChosenOffer } from './chosen-offer.ts';
import classes from './PaymentForm.module.css';
import { useChosenMethod } from '../method/use-chosen-method.ts';
import { methodNote, submitText } from './payment-texts.ts';
import { PaymentMethod } from './PaymentMethod.tsx';
import { PlaceFields } from './PlaceFields.tsx';
import { PriceSummary } from './PriceSummary.tsx';
import { SelectedPlan } from './SelectedPlan.tsx';
import { usePaymentForm } from './use-payment-form.ts';
import { usePurchase } from './use-purchase.ts';

const FORM_ID = 'payment';

interface PaymentFormProps {
  readonly offer: ChosenOffer;
  readonly access: CardAccess | null;
  /** How it can be paid. */
  readonly methods: readonly Provider[];
  /** The one that was chosen before. */
  readonly method: unknown;
  readonly onMethod?: (method: Provider) => void;
  readonly onChange: () => void;
}

/** Card or PayPal, country, postal code, coupon, the sum and the button (docs/product/buying.md#paying). */
export function PaymentForm({
  offer,
  access,
  methods,
  method: wanted,
  onMethod,
  onChange,
}: PaymentFormProps) {
  const me = useMe();
  const queryClient = useQueryClient();
  const card = useRef<CardHandle>(null);
  const { buy, busy, error, isTrialUsed } = usePurchase(card);
  // As it was before: a payment makes a subscription run.
  const [isLive] = useState(offer.kind === 'plan' && hasLiveSubscription(me));
  const payment = usePaymentForm({ offer, isLive, methods, wanted });
  const { form, method, country, coupon, setCoupon, quote, quoteInput } = payment;
  useChosenMethod(method, wanted ?? method, onMethod);
  const withoutTrial = isTrialUsed && method === 'stripe';
  const trialDays = withoutTrial ? 0 : payment.trialDays;
  const paying = { method, isLive, status: me.status };
  // Without a note there is a card form.
  const note = methodNote(offer, paying);

  const pay = form.handleSubmit(async ({ country: chosen, zipcode }) => {
    if (chosen === null || quote.data === undefined) {
      if (chosen !== null) void quote.refetch();
      return;
    }
    const { price_id: priceId, credits } = quote.data;
    const zip = needsZip(chosen) ? zipcode.trim() : '';
    const order = {
      offer,
      method,
      priceId,
      credits,
      country: chosen,
      zipcode: zip,
      coupon,
      withoutTrial,
    };
    await buy(order, note !== null);
  });
  const applyCoupon = async (code: string): Promise<string | null> => {
    try {
      const coupon = code.toUpperCase();
      await queryClient.fetchQuery(quoteQuery({ ...quoteInput, coupon }));
      setCoupon(coupon);
      return null;
    } catch (failure) {
      return errorMessage(failure);
    }
  };

  const submit = submitText(offer, { ...paying, trialDays });
  // Of a running subscription the provider knows who is billed.
  const isBilled = isLive && me.billing_address.country !== null;
  const name = country === null ? null : countryName(country);
  const isCouponError = quote.error instanceof ProblemError && quote.error.problem.code === 'coupon_invalid';
  return (
    <div className={classes.payment} data-confirm={isBilled || undefined}>
      <SelectedPlan offer={offer} trialDays={trialDays} disabled={busy} onChange={onChange} />
      <div className={classes.fields}>
        <form id={FORM_ID} noValidate className={classes.form} onSubmit={(event) => void pay(event)}>
          <PaymentMethod
            form={form}
            methods={methods}
            card={card}
            access={access}
            note={note}
            disabled={busy}
          />
          {!isBilled && <PlaceFields form={form} country={country} disabled={busy} />}
        </form>
        {!isBilled && <CompanyFields country={country} disabled={busy} />}
      </div>
      <div className={classes.summary}>
        <PriceSummary
          offer={offer}
          quote={quote}
          hasCountry={country !== null}
          trialDays={trialDays}
          isConfirmed={isLive}
          coupon={
            isLive || method === 'paypal'
              ? null
              : {
                  applied: isCouponError ? '' : coupon,
                  error: isCouponError ? errorMessage(quote.error) : null,
                  disabled: busy,
                  onApply: applyCoupon,
                  onRemove: () => setCoupon(''),
                }
          }
        />
        {error !== null && (
          <Notice tone={isTrialUsed ? 'waiting' : 'danger'} alert>
            {errorMessage(error)}
          </Notice>
        )}
        {/* Nobody pays before the price is there; a press then would be lost. */}
        <SubmitButton
          form={FORM_ID}
          busy={busy || quote.isLoading}
          busyText={busy ? PAYMENT.busy : submit}
          fullWidth
        >
          {submit}
        </SubmitButton>
        <p className={classes.secure}>{name === null ? 'Secure Checkout' : secureCheckout(name)}</p>
      </div>
    </div>
  );
}
