import type { UseFormReturn } from 'react-hook-form';
import { useCountryChoices } from '../../lib/countries/country-choices.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { VirtualSelectField } from '../../ui/form/VirtualSelectField.tsx';
import { needsZip } from './chosen-offer.ts';
import type { PaymentValues } from './use-payment-form.ts';

interface PlaceFieldsProps {
  readonly form: UseFormReturn<PaymentValues>;
  readonly country: string | null;
  readonly disabled: boolean;
}

/** Billing country, and the postal code where the country has one. */
export function PlaceFields({ form, country, disabled }: PlaceFieldsProps) {
  const countries = useCountryChoices();
  return (
    <>
      <VirtualSelectField
        form={form}
        name="country"
        label="Billing country"
        placeholder="Choose a country"
        options={countries}
        disabled={disabled}
      />
      {needsZip(country) && (
        <TextField
          form={form}
          name="zipcode"
          label="Postal code"
          autoComplete="billing postal-code"
          maxLength={32}
          disabled={disabled}
        />
      )}
    </>
  );
}
