import { useForm } from 'react-hook-form';
import { readCode } from '#shared/accounts/rules-second-factor.ts';
import { SECOND_FACTOR } from '#shared/accounts/texts-second-factor.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { resolverOf } from '../frame/form-resolver.ts';
import classes from '../frame/Auth.module.css';

interface CodeFields {
  readonly code: string;
}

const resolvers = {
  app: resolverOf<CodeFields>(({ code }) =>
    readCode(code)?.kind === 'app' ? [] : [{ field: 'code', message: SECOND_FACTOR.badCode }],
  ),
  recovery: resolverOf<CodeFields>(({ code }) =>
    readCode(code)?.kind === 'recovery' ? [] : [{ field: 'code', message: SECOND_FACTOR.badRecoveryCode }],
  ),
  either: resolverOf<CodeFields>(({ code }) =>
    readCode(code) === null ? [{ field: 'code', message: SECOND_FACTOR.badCode }] : [],
  ),
};

interface CodeFormProps {
  readonly kind: keyof typeof resolvers;
  readonly label?: string;
  /** Whether it stands below another way. */
  readonly isSecond?: boolean;
  /** Rejects when the code is refused. */
  readonly onCode: (code: string) => Promise<void>;
}

/** Asks for a code of the authenticator app, a recovery code, or either. */
export function CodeForm({ kind, label = SECOND_FACTOR.code, isSecond = false, onCode }: CodeFormProps) {
  const form = useForm<CodeFields>({ resolver: resolvers[kind], defaultValues: { code: '' } });
  const attempt = async ({ code }: CodeFields) => {
    try {
      await onCode(code);
    } catch (error) {
      form.setError('code', { type: 'server', message: errorMessage(error) });
      form.setFocus('code', { shouldSelect: true });
    }
  };
  return (
    <form noValidate className={classes.form} onSubmit={(event) => void form.handleSubmit(attempt)(event)}>
      <TextField
        form={form}
        name="code"
        label={label}
        autoComplete="one-time-code"
        inputMode={kind === 'app' ? 'numeric' : 'text'}
        maxLength={64}
      />
      <SubmitButton
        kind={isSecond ? 'plain' : 'main'}
        busy={form.formState.isSubmitting}
        busyText={SECOND_FACTOR.busy}
        fullWidth
      >
        {SECOND_FACTOR.submit}
      </SubmitButton>
    </form>
  );
}
