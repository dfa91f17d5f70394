import { useNavigate } from '@tanstack/react-router';
import { useForm, useWatch } from 'react-hook-form';
import { CATEGORIES } from '#shared/catalogue/rules.ts';
import { fieldLabel } from '#shared/operator/content/texts-content.ts';
import { SESSION_TYPE_LABELS } from '#shared/operator/content/texts-services.ts';
import { ProblemError } from '../../lib/api.ts';
import { errorMessage, showFieldErrors } from '../../lib/error-message.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextareaField } from '../../ui/form/TextareaField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { consolePaths } from '../console-paths.ts';
import dialog from '../DialogForm.module.css';
import { FormDialog } from '../FormDialog.tsx';
import { useAddService } from './api.ts';
import { EMPTY_SERVICE, nameFrom, toNewService, type ServiceForm } from './new-service.ts';

const KINDS = CATEGORIES.map((value) => ({ value, label: fieldLabel(value) }));
const TYPES = (['all', 'live', 'offline'] as const).map((value) => ({
  value,
  label: SESSION_TYPE_LABELS[value],
}));
const FILES = [
  { value: 'needed', label: 'Clients send files before the session' },
  { value: 'none', label: 'No files are needed' },
];

/** Adds a service with what stays as it is from then on, and what it begins with. */
export function AddServiceDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const add = useAddService();
  const form = useForm<ServiceForm>({ defaultValues: EMPTY_SERVICE });
  const label = useWatch({ control: form.control, name: 'label' });
  const send = form.handleSubmit(async (values) => {
    try {
      const made = await add.mutateAsync(toNewService(values));
      toast(`${values.label} is added`);
      onClose();
      void navigate({ href: consolePaths.service(made.id) });
    } catch (error) {
      const isTaken = error instanceof ProblemError && error.problem.code === 'name_taken';
      if (isTaken)
        form.setError('value', { type: 'server', message: errorMessage(error) }, { shouldFocus: true });
      else if (!showFieldErrors(error, form.setError, (path) => path as keyof ServiceForm))
        form.setError('root', { type: 'server', message: errorMessage(error) });
    }
  });
  return (
    <FormDialog
      title="Add a service"
      confirm="Add service"
      size="narrow"
      isPending={add.isPending}
      error={form.formState.errors.root?.message ?? null}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <p className={dialog.lead}>
        It is not offered until you say so on its page, where its texts and prices can be changed any time.
        The rest stays as you choose it here.
      </p>
      <TextField form={form} name="label" label="Label" maxLength={80} autoComplete="off" />
      <TextField
        form={form}
        name="value"
        label="Name in addresses"
        hint="Lower case letters, digits and hyphens."
        placeholder={nameFrom(label)}
        maxLength={60}
        autoComplete="off"
      />
      <TextField form={form} name="short_description" label="Short description" maxLength={200} />
      <TextareaField form={form} name="service_description" label="Description" maxLength={2000} />
      <TextField form={form} name="credits" label="Credits" inputMode="numeric" />
      <SelectField form={form} name="category" label="Kind of slots" options={KINDS} />
      <TextField form={form} name="unit_minutes" label="Minutes of a slot" inputMode="numeric" />
      <TextField form={form} name="slots" label="Slots in a row" inputMode="numeric" />
      <SelectField form={form} name="session_type" label="Session type" options={TYPES} />
      <SelectField form={form} name="files" label="Files" options={FILES} />
      <TextField
        form={form}
        name="files_delivery"
        label="Session files are due after the end, in minutes"
        inputMode="numeric"
      />
    </FormDialog>
  );
}
