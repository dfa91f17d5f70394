import { useForm } from 'react-hook-form';
import { validateNewPassword } from '#shared/accounts/rules-password.ts';
import { CHANGE_PASSWORD } from '#shared/accounts/texts-auth.ts';
import { ProblemError } from '../../lib/api.ts';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { choosePassword } from '../api.ts';
import classes from '../frame/Auth.module.css';
import { resetFailure } from './reset-failure.ts';
import { resolverOf } from '../frame/form-resolver.ts';

interface NewPassword {
  readonly password: string;
  readonly confirm: string;
}
const resolver = resolverOf<NewPassword>(validateNewPassword);

interface NewPasswordFormProps {
  readonly token: string;
  readonly onChanged: () => void;
  /** The link was used or expired meanwhile. */
  readonly onInvalid: () => void;
}

/** Form for a new password. */
export function NewPasswordForm({ token, onChanged, onInvalid }: NewPasswordFormProps) {
  const form = useForm<NewPassword>({ resolver: resolver, defaultValues: { password: '', confirm: '' } });
  const { isSubmitting, errors } = form.formState;

  const attempt = async ({ password }: NewPassword) => {
    try {
      await choosePassword(token, password);
      onChanged();
    } catch (error) {
      const code = error instanceof ProblemError ? error.problem.code : '';
      if (code === 'bad_token') onInvalid();
      else if (code === 'invalid' && error instanceof ProblemError)
        form.setError('password', { type: 'server', message: error.problem.detail });
      else form.setError('root', { type: 'server', message: resetFailure(error).message });
    }
  };

  return (
    <>
      {errors.root?.message !== undefined && (
        <p role="alert" className={classes.failure}>
          {errors.root.message}
        </p>
      )}
      <form noValidate className={classes.form} onSubmit={(event) => void form.handleSubmit(attempt)(event)}>
        <PasswordField
          form={form}
          name="password"
          label={CHANGE_PASSWORD.password}
          autoComplete="new-password"
        />
        <PasswordField
          form={form}
          name="confirm"
          label={CHANGE_PASSWORD.confirm}
          autoComplete="new-password"
        />
        <SubmitButton busy={isSubmitting} busyText={CHANGE_PASSWORD.busy} fullWidth>
          {CHANGE_PASSWORD.submit}
        </SubmitButton>
      </form>
    </>
  );
}
