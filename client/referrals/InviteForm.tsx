import { useForm, useWatch, type Resolver } from 'react-hook-form';
import { inviteProblem, isOwnAddress } from '#shared/referrals/rules.ts';
import { INVITE, REFERRAL_TAB } from '#shared/referrals/texts.ts';
import { isRefusal } from '../lib/api.ts';
import { useMe } from '../lib/session.ts';
import { SubmitButton } from '../ui/form/SubmitButton.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { toast } from '../ui/overlay/toast.ts';
import { useInvite } from './api.ts';
import classes from './InviteForm.module.css';

interface Form {
  email: string;
}

/** Resolver from the rules that the server uses too. */
const resolverFor =
  (ownEmail: string): Resolver<Form> =>
  (values) => {
    const message =
      inviteProblem(values.email) ?? (isOwnAddress(values.email, ownEmail) ? INVITE.yourself : null);
    return message === null
      ? { values, errors: {} }
      : { values: {}, errors: { email: { type: 'rule', message } } };
  };

/** Email field and button (docs/product/referrals.md#invitation). */
export function InviteForm() {
  const me = useMe();
  const invite = useInvite();
  const form = useForm<Form>({ resolver: resolverFor(me.email), defaultValues: { email: '' } });
  const { isSubmitting } = form.formState;
  const empty = useWatch({ control: form.control, name: 'email' }).trim() === '';

  const send = async ({ email }: Form) => {
    try {
      await invite.mutateAsync(email);
      toast(INVITE.sent);
      form.reset();
      // The button is disabled again, so the focus returns to the field.
      form.setFocus('email');
    } catch (error) {
      const message = isRefusal(error) ? error.problem.detail : INVITE.failed;
      form.setError('email', { type: 'server', message });
    }
  };

  return (
    <form noValidate className={classes.form} onSubmit={(event) => void form.handleSubmit(send)(event)}>
      <TextField
        form={form}
        name="email"
        label={REFERRAL_TAB.email}
        type="email"
        inputMode="email"
        autoComplete="off"
        placeholder="name@example.com"
      />
      <SubmitButton busy={isSubmitting} busyText={REFERRAL_TAB.sending} disabled={empty}>
        {REFERRAL_TAB.send}
      </SubmitButton>
    </form>
  );
}
