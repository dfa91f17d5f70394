import { useForm } from 'react-hook-form';
import { validatePasswordForm, type PasswordForm as Form } from '#shared/me/rules.ts';
import { SECURITY } from '#shared/me/texts.ts';
import { ProblemError } from '../../lib/api.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { useChangePassword } from '../api.ts';
import classes from '../profile/Cards.module.css';

const EMPTY = { current_password: '', new_password: '', confirmation: '' };

/** docs/product/me.md#security-tab */
export function PasswordForm() {
  const change = useChangePassword();
  const form = useForm<Form>({
    defaultValues: EMPTY,
    resolver: (values) => {
      const problems = validatePasswordForm(values);
      const errors = problems.map(({ field, message }) => [field, { type: 'rule', message }] as const);
      return errors.length === 0
        ? { values, errors: {} }
        : { values: {}, errors: Object.fromEntries(errors) };
    },
  });
  const send = form.handleSubmit(async ({ current_password, new_password }) => {
    try {
      await change.mutateAsync({ current_password, new_password });
      form.reset(EMPTY);
      toast(SECURITY.changed);
    } catch (error) {
      const { code, detail } = error instanceof ProblemError ? error.problem : { code: '', detail: '' };
      if (code === 'wrong_password') {
        form.setError('current_password', { type: 'server', message: SECURITY.wrong }, { shouldFocus: true });
      } else if (code === 'invalid') {
        form.setError('new_password', { type: 'server', message: detail }, { shouldFocus: true });
      } else {
        form.setError('root', {
          type: 'server',
          message: code === 'too_many_requests' ? detail : SECURITY.trouble,
        });
      }
    }
  });
  const failure = form.formState.errors.root?.message;
  return (
    <form noValidate className={classes.form} onSubmit={(event) => void send(event)}>
      <PasswordField
        form={form}
        name="current_password"
        label="Current password"
        autoComplete="current-password"
      />
      <PasswordField form={form} name="new_password" label="New password" autoComplete="new-password" />
      <PasswordField
        form={form}
        name="confirmation"
        label="Confirm new password"
        autoComplete="new-password"
      />
      {failure !== undefined && (
        <Notice tone="danger" alert>
          {failure}
        </Notice>
      )}
      <p className={classes.note}>This signs you out everywhere else.</p>
      <div>
        <SubmitButton busy={form.formState.isSubmitting} busyText="Changing...">
          Change password
        </SubmitButton>
      </div>
    </form>
  );
}
