import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { PAYMENT, secureCheckout } from '#shared/billing/texts.ts';
import { countryName } from '#shared/lib/countries.ts';
import { ProblemError } from '../../lib/api.ts';
import { useCountryChoices } from '../../lib/countries/country-choices.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { useMe } from '../../lib/session.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { VirtualSelectField } from '../../ui/form/VirtualSelectField.tsx';
import { quoteQuery } from '../api.ts';
import { CardForm, type CardAccess } from '../card/CardForm.tsx';
import type { CardHandle } from '../card/card-handle.ts';
import { CompanyFields } from './CompanyFields.tsx';
import { hasLiveSubscription, needsZip, type ChosenOffer } from './chosen-offer.ts';
import classes from './PaymentForm.module.css';
import { liveNote, submitText } from './payment-texts.ts';
import { PriceSummary } from './PriceSummary.tsx';
import { SelectedPlan } from './SelectedPlan.tsx';
import { usePaymentForm } from './use-payment-form.ts';
import { usePurchase } from './use-purchase.ts';

const FORM_ID = 'payment';
const HOSTED = 'You pay on the next page, by card, and come back here afterwards.';

interface PaymentFormProps {
  readonly offer: ChosenOffer;
  readonly access: CardAccess;
  readonly onChange: () => void;
}

/** Card, country, postal code, coupon, the sum and the button (docs/product/buying.md#paying). */
export function PaymentForm({ offer, access, onChange }: PaymentFormProps) {
  const me = useMe();
  const queryClient = useQueryClient();
  const countries = useCountryChoices();
  const card = useRef<CardHandle>(null);
  const { buy, busy, error, isTrialUsed } = usePurchase(card);
  // As it was before: a payment makes a subscription run.
  const [isLive] = useState(offer.kind === 'plan' && hasLiveSubscription(me));
  const { form, country, coupon, setCoupon, quote, quoteInput, ...quoted } = usePaymentForm(offer, isLive);
  const trialDays = isTrialUsed ? 0 : quoted.trialDays;
  // There is a card form only where the card pays here.
  const isHosted = offer.kind === 'bundle' || isLive;

  const pay = form.handleSubmit(async ({ country: chosen, zipcode }) => {
    if (chosen === null || quote.data === undefined) {
      if (chosen !== null) void quote.refetch();
      return;
    }
    const { price_id: priceId, credits } = quote.data;
    const zip = needsZip(chosen) ? zipcode.trim() : '';
    const order = {
      offer,
      priceId,
      credits,
      country: chosen,
      zipcode: zip,
      coupon,
      withoutTrial: isTrialUsed,
    };
    await buy(order, isHosted);
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

  const submit = submitText(offer, { isLive, status: me.status, trialDays });
  // Of a running subscription the provider knows who is billed.
  const isBilled = isLive && me.billing_address.country !== null;
  const name = country === null ? null : countryName(country);
  const isCouponError = quote.error instanceof ProblemError && quote.error.problem.code === 'coupon_invalid';
  return (
    <div className={classes.payment} data-confirm={isBilled || undefined}>
      <SelectedPlan offer={offer} trialDays={trialDays} disabled={busy} onChange={onChange} />
      <div className={classes.fields}>
        <form id={FORM_ID} noValidate className={classes.form} onSubmit={(event) => void pay(event)}>
          {isHosted ? (
            <p className={classes.hosted}>{isLive ? liveNote(me.status) : HOSTED}</p>
          ) : (
            <fieldset className={classes.method}>
              <legend>Credit Card</legend>
              <CardForm ref={card} access={access} disabled={busy} />
            </fieldset>
          )}
          {!isBilled && (
            <VirtualSelectField
              form={form}
              name="country"
              label="Billing country"
              placeholder="Choose a country"
              options={countries}
              disabled={busy}
            />
          )}
          {!isBilled && needsZip(country) && (
            <TextField
              form={form}
              name="zipcode"
              label="Postal code"
              autoComplete="billing postal-code"
              maxLength={32}
              disabled={busy}
            />
          )}
        </form>
        {!isBilled && <CompanyFields country={country} disabled={busy} />}
      </div>
      <div className={classes.summary}>
        <PriceSummary
          offer={offer}
          quote={quote}
          hasCountry={country !== null}
          trialDays={trialDays}
          coupon={
            isLive
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
        <SubmitButton form={FORM_ID} busy={busy} busyText={PAYMENT.busy} fullWidth>
          {submit}
        </SubmitButton>
        <p className={classes.secure}>{name === null ? 'Secure Checkout' : secureCheckout(name)}</p>
      </div>
    </div>
  );
}
