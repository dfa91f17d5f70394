import { useForm, useWatch, type Resolver } from 'react-hook-form';
import { inviteProblem, isOwnAddress } from '../../../shared/referrals/rules.ts';
import { INVITE, REFERRAL_TAB } from '../../../shared/referrals/texts.ts';
import { useMe } from '../../app/session.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toast } from '../../ui/toast.ts';
import { isRefused, useInvite } from '../api.ts';
import classes from './InviteForm.module.css';

interface Form {
  email: string;
}

/** The rules that the server asks too, in the form library's words. */
const judgeFor =
  (own: string): Resolver<Form> =>
  (values) => {
    const message = inviteProblem(values.email) ?? (isOwnAddress(values.email, own) ? INVITE.yourself : null);
    return message === null
      ? { values, errors: {} }
      : { values: {}, errors: { email: { type: 'rule', message } } };
  };

/** The e-mail box with its button, which is off while the box is empty (part 2 "Referral screen"). */
export function InviteForm() {
  const me = useMe();
  const invite = useInvite();
  const form = useForm<Form>({ resolver: judgeFor(me.email), defaultValues: { email: '' } });
  const { isSubmitting } = form.formState;
  const empty = useWatch({ control: form.control, name: 'email' }).trim() === '';

  const send = async ({ email }: Form) => {
    try {
      await invite.mutateAsync(email);
      toast(INVITE.sent);
      form.reset();
      // The button is off again: the keyboard stays in the form, for the next friend.
      form.setFocus('email');
    } catch (error) {
      const message = isRefused(error) ? error.problem.detail : INVITE.failed;
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
