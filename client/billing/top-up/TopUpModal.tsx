import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import {
  MAX_TOP_UP,
  methodOr,
  readQuantity,
  stepQuantity,
  TOP_UP_WARNINGS,
} from '#shared/billing/rules-buying.ts';
import type { Provider } from '#shared/billing/rules-provider.ts';
import { TOP_UP, warningText } from '#shared/billing/texts-area.ts';
import { PAYPAL } from '#shared/billing/texts.ts';
import { formatUsd } from '#shared/lib/money.ts';
import { useCountryChoices } from '../../lib/countries/country-choices.ts';
import { errorMessage } from '../../lib/error-message.ts';
import type { ModalProps } from '../../lib/modal-props.ts';
import type { ModalParams } from '../../lib/modal-search.ts';
import { useMe } from '../../lib/session.ts';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { VirtualSelectField } from '../../ui/form/VirtualSelectField.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { NoPayments } from '../checkout/NoPayments.tsx';
import { MethodChoice } from '../method/MethodChoice.tsx';
import { usePaymentMethods } from '../method/use-payment-methods.ts';
import { topUpQuoteQuery } from './api.ts';
import { TopUpPrice } from './TopUpPrice.tsx';
import classes from './TopUpModal.module.css';
import { useTopUp } from './use-top-up.ts';

const FORM_ID = 'top-up';
/** After the last key or press. */
const QUOTE_DELAY_MS = 200;

interface TopUpValues {
  readonly provider: Provider;
  readonly quantity: string;
  readonly country: string | null;
}

const payText = (provider: Provider, total: string) =>
  provider === 'paypal' ? PAYPAL.pay(total) : TOP_UP.pay(total);

/** Buys credits one by one: provider, number, price with VAT (docs/product/buying.md#top-up). */
export function TopUpModal({ onClose }: ModalProps) {
  const me = useMe();
  const countries = useCountryChoices();
  const methods = usePaymentMethods();
  const search: ModalParams = useSearch({ strict: false });
  const amount = readQuantity(String(search.amount)) ?? 1;
  const artist = typeof search.artist === 'string' ? search.artist : undefined;
  const pathname = useLocation({ select: (location) => location.pathname });
  const hasCountry = me.billing_address.country !== null;
  const form = useForm<TopUpValues>({
    defaultValues: { provider: 'stripe', quantity: String(amount), country: me.billing_address.country },
  });
  const { leave, busy, error } = useTopUp({ artist, pathname });

  const [typed, country, chosen] = useWatch({
    control: form.control,
    name: ['quantity', 'country', 'provider'],
  });
  // In a studio without cards it is PayPal.
  const provider = methodOr(chosen, methods ?? []) ?? 'stripe';
  useEffect(() => form.setValue('provider', provider), [form, provider]);
  const quantity = readQuantity(typed);
  const [settled] = useDebouncedValue(quantity, QUOTE_DELAY_MS);
  const quote = useQuery({
    ...topUpQuoteQuery(settled ?? 1, country, provider),
    enabled: settled !== null && country !== null && methods !== undefined,
    placeholderData: keepPreviousData,
  });
  const isPriced =
    quantity !== null &&
    quantity === settled &&
    country !== null &&
    quote.isSuccess &&
    !quote.isPlaceholderData;
  const total = isPriced ? quote.data.due_today_cents : null;

  const setQuantity = (to: number) => form.setValue('quantity', String(to), { shouldValidate: true });
  const send = form.handleSubmit(async () => {
    if (country === null) form.setError('country', { type: 'rule', message: TOP_UP.needsCountry });
    else if (quantity !== null && isPriced) await leave({ provider, amount: quantity, country });
  });

  const known = TOP_UP_WARNINGS.find((one) => one === search.warning);
  const isEmpty = (me.sessions_left ?? 0) + (me.credits_bank ?? 0) <= 0;
  const warning = known ?? (isEmpty ? 'no-credits' : null);
  const failure = error ?? (quote.isError ? quote.error : null);

  if (methods?.length === 0)
    return (
      <Modal title={TOP_UP.title} onClose={onClose}>
        <NoPayments />
      </Modal>
    );
  return (
    <Modal
      title={TOP_UP.title}
      onClose={onClose}
      footer={
        <>
          <p className={classes.note}>{provider === 'paypal' ? PAYPAL.note : TOP_UP.afterwards}</p>
          <SubmitButton
            form={FORM_ID}
            busy={busy}
            busyText={provider === 'paypal' ? PAYPAL.busy : TOP_UP.busy}
            disabled={!isPriced && country !== null}
          >
            {total === null ? TOP_UP.wait : payText(provider, formatUsd(total))}
          </SubmitButton>
        </>
      }
    >
      <form id={FORM_ID} noValidate className={classes.form} onSubmit={(event) => void send(event)}>
        {warning !== null && <Notice tone="waiting">{warningText(warning, amount)}</Notice>}
        <div className={classes.quantity}>
          <TextField
            form={form}
            name="quantity"
            label={TOP_UP.quantity}
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
          />
          <IconButton
            icon="minus"
            label={TOP_UP.fewer}
            disabled={(quantity ?? 1) <= 1}
            onClick={() => setQuantity(stepQuantity(quantity, -1))}
          />
          <IconButton
            icon="plus"
            label={TOP_UP.more}
            disabled={quantity === MAX_TOP_UP}
            onClick={() => setQuantity(stepQuantity(quantity, 1))}
          />
        </div>
        {quantity === null && typed !== '' && (
          <p role="alert" className={classes.error}>
            {TOP_UP.range}
          </p>
        )}
        {!hasCountry && (
          <VirtualSelectField
            form={form}
            name="country"
            label={TOP_UP.country}
            hint={TOP_UP.countryHint}
            placeholder="Choose a country"
            options={countries}
          />
        )}
        <MethodChoice form={form} name="provider" methods={methods ?? ['stripe']} />
        {country !== null && (
          <TopUpPrice
            breakdown={quote.data?.breakdown ?? null}
            isCurrent={isPriced}
            isFailed={quote.isError}
          />
        )}
        {failure !== null && (
          <Notice tone="danger" alert>
            {errorMessage(failure)}
          </Notice>
        )}
      </form>
    </Modal>
  );
}
