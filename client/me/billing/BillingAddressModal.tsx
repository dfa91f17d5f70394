import { useForm } from 'react-hook-form';
import type { BillingAddress } from '#shared/me/contract.ts';
import { vatNumberProblem } from '#shared/me/rules.ts';
import { BILLING_ADDRESS, PROFILE } from '#shared/me/texts.ts';
import type { ModalProps } from '../../lib/modal-props.ts';
import { showFieldErrors } from '../../lib/error-message.ts';
import { useMe } from '../../lib/session.ts';
import { VirtualSelectField } from '../../ui/form/VirtualSelectField.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { useUpdateBilling } from '../api.ts';
import classes from '../profile/Cards.module.css';
import { useCountryChoices } from '../../lib/countries/country-choices.ts';

const FORM_ID = 'billing-address';
/** docs/product/me.md#billing-address */
export function BillingAddressModal({ onClose }: ModalProps) {
  const countries = useCountryChoices();
  const { billing_address: address } = useMe();
  const save = useUpdateBilling();
  const form = useForm<BillingAddress>({ defaultValues: address });
  const send = form.handleSubmit(async (values) => {
    const message = vatNumberProblem(values);
    if (message !== null) {
      form.setError('vat_number', { type: 'validate', message }, { shouldFocus: true });
      return;
    }
    try {
      await save.mutateAsync(values);
      toast(BILLING_ADDRESS.saved);
      onClose();
    } catch (error) {
      const fields = {
        'billing_address.country': 'country',
        'billing_address.vat_number': 'vat_number',
      } as const;
      if (showFieldErrors(error, form.setError, fields)) return;
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
        <VirtualSelectField
          form={form}
          name="country"
          label="Country"
          hint="We need it for VAT."
          placeholder="Choose a country"
          options={countries}
          clearable
        />
        <TextField form={form} name="address" label="Address" autoComplete="street-address" maxLength={255} />
        <TextField form={form} name="city" label="City" autoComplete="address-level2" maxLength={255} />
        <TextField form={form} name="zipcode" label="ZIP code" autoComplete="postal-code" maxLength={32} />
        <TextField form={form} name="vat_number" label="VAT number" maxLength={64} />
        {errors.root?.message !== undefined && (
          <Notice tone="danger" alert>
            {errors.root.message}
          </Notice>
        )}
      </form>
    </Modal>
  );
}
