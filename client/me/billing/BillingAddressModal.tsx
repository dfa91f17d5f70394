import { useForm } from 'react-hook-form';
import { COUNTRIES } from '../../shared/lib/countries.ts';
import type { BillingAddress } from '../../shared/me/contract.ts';
import { BILLING_ADDRESS, PROFILE } from '../../shared/me/texts.ts';
import type { ModalProps } from '../app/modals.ts';
import { showFieldErrors } from '../app/problem-words.ts';
import { useMe } from '../app/session.ts';
import { LongSelectField } from '../ui/LongSelectField.tsx';
import { Modal } from '../ui/Modal.tsx';
import { Notice } from '../ui/Notice.tsx';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { TextField } from '../ui/TextField.tsx';
import { toast } from '../ui/toast.ts';
import { useUpdateBilling } from './api.ts';
import classes from './components/Card.module.css';

const FORM_ID = 'billing-address';
const COUNTRY_CHOICES = COUNTRIES.map(({ code, name }) => ({ value: code, label: name }));

/** 'Edit Billing Info' (part 1 section 2 "Billing-address modal"). */
export function BillingAddressModal({ onClose }: ModalProps) {
  const { billing_address: address } = useMe();
  const save = useUpdateBilling();
  const form = useForm<BillingAddress>({ defaultValues: address });
  const send = form.handleSubmit(async (values) => {
    try {
      await save.mutateAsync(values);
      toast(BILLING_ADDRESS.saved);
      onClose();
    } catch (error) {
      if (showFieldErrors(error, form.setError, { 'billing_address.country': 'country' })) return;
      form.setError('root', { type: 'server', message: PROFILE.trouble });
    }
  });
  const { errors, isSubmitting } = form.formState;

  return (
    <Modal
      title={BILLING_ADDRESS.title}
      onClose={onClose}
      footer={
        <SubmitButton form={FORM_ID} busy={isSubmitting} busyText="Saving...">
          {BILLING_ADDRESS.submit}
        </SubmitButton>
      }
    >
      <form id={FORM_ID} noValidate className={classes.form} onSubmit={(event) => void send(event)}>
        <TextField
          form={form}
          name="company_name"
          label="Company name"
          autoComplete="organization"
          maxLength={255}
        />
        <LongSelectField
          form={form}
          name="country"
          label="Country"
          hint="It decides the VAT."
          placeholder="Choose a country"
          options={COUNTRY_CHOICES}
          clearable
        />
        <TextField form={form} name="address" label="Address" autoComplete="street-address" maxLength={255} />
        <TextField form={form} name="city" label="City" autoComplete="address-level2" maxLength={255} />
        <TextField form={form} name="zipcode" label="ZIP code" autoComplete="postal-code" maxLength={32} />
        <TextField form={form} name="vat_number" label="VAT number" maxLength={64} />
        {errors.root?.message !== undefined && (
          <Notice tone="action" alert>
            {errors.root.message}
          </Notice>
        )}
      </form>
    </Modal>
  );
}
