import type { UseFormReturn } from 'react-hook-form';
import { EXTRA, type OptionFlags } from '#shared/sessions/rules-options.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import type { BookingForm, FormContext } from '../form/booking-form.ts';

interface OptionFieldsProps {
  readonly form: UseFormReturn<BookingForm, FormContext>;
  readonly flags: OptionFlags;
}

/** The service's own questions (docs/product/booking.md#service-options). */
export function OptionFields({ form, flags: { options, extra } }: OptionFieldsProps) {
  return (
    <>
      {options?.map(({ name, label, choices }) => (
        <SelectField
          key={name}
          form={form}
          name={`options.${name}`}
          label={label}
          options={choices}
          placeholder="No preference"
          clearable
        />
      ))}
      {extra && <TextField form={form} name={`options.${EXTRA}`} label={extra.label} hint={extra.hint} />}
    </>
  );
}
