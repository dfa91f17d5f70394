import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { errorMessage, showFieldErrors } from '../../lib/error-message.ts';
import { useUpdateMe } from '../../lib/me.ts';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import classes from './PaymentForm.module.css';

interface CompanyFieldsProps {
  readonly country: string | null;
  readonly disabled: boolean;
}

const NAMES = ['company_name', 'address', 'zipcode', 'city', 'vat_number'] as const;
type Company = Record<(typeof NAMES)[number], string>;

/** For companies: what their invoice names, saved as the billing information. */
export function CompanyFields({ country, disabled }: CompanyFieldsProps) {
  const { billing_address: stored } = useMe();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const queryClient = useQueryClient();
  const save = useUpdateMe();
  const form = useForm<Company>({
    defaultValues: Object.fromEntries(NAMES.map((name) => [name, stored[name]])) as Company,
  });
  const submit = form.handleSubmit(async (company) => {
    try {
      await save.mutateAsync({ billing_address: { ...company, ...(country === null ? {} : { country }) } });
      // A VAT number may change the price.
      await queryClient.invalidateQueries({ queryKey: ['billing', 'quote'] });
      setOpen(false);
    } catch (error) {
      const placed = showFieldErrors(error, form.setError, (path) =>
        NAMES.find((name) => path === `user.billing_address.${name}`),
      );
      if (!placed) form.setError('vat_number', { message: errorMessage(error) });
    }
  });
  if (!isOpen)
    return (
      <div className={classes.company}>
        {stored.company_name !== '' && (
          <p>
            The invoice is made out to <b>{stored.company_name}</b>
            {stored.vat_number !== '' && `, VAT number ${stored.vat_number}`}.
          </p>
        )}
        <Button kind="quiet" type="button" disabled={disabled} onClick={() => setOpen(true)}>
          {stored.company_name === '' ? 'I buy for a company' : 'Change'}
        </Button>
      </div>
    );
  const field = { form, maxLength: 255, disabled } as const;
  return (
    <form
      noValidate
      className={classes.companyForm}
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) void submit();
      }}
    >
      <h3 id={id}>For your invoice</h3>
      <TextField {...field} name="company_name" label="Company name" autoComplete="organization" />
      <TextField {...field} name="address" label="Address" autoComplete="street-address" />
      <div className={classes.pair}>
        <TextField {...field} name="zipcode" label="ZIP code" autoComplete="postal-code" />
        <TextField {...field} name="city" label="City" autoComplete="address-level2" />
      </div>
      <TextField {...field} name="vat_number" label="VAT number" />
      <div className={classes.buttons}>
        <SubmitButton kind="plain" busy={save.isPending} busyText="Saving...">
          Save for the invoice
        </SubmitButton>
        <Button kind="quiet" type="button" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
