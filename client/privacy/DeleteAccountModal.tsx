import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { ERASURE_DAYS } from '#shared/privacy/rules.ts';
import { ProblemError } from '../lib/api.ts';
import { errorMessage } from '../lib/error-message.ts';
import { useMe } from '../lib/session.ts';
import { Button } from '../ui/button/Button.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';
import { PasswordField } from '../ui/form/PasswordField.tsx';
import { Modal } from '../ui/overlay/Modal.tsx';
import { toast } from '../ui/overlay/toast.ts';
import { useRequestErasure } from './api.ts';
import classes from './OwnData.module.css';

/** Confirms by password that the account is to be deleted. */
export function DeleteAccountModal({ onClose }: { readonly onClose: () => void }) {
  const request = useRequestErasure();
  const { credits_bank: bank } = useMe();
  const id = useId();
  const form = useForm<{ readonly password: string }>({
    defaultValues: { password: '' },
    resolver: (values) =>
      values.password === ''
        ? { values: {}, errors: { password: { type: 'rule', message: 'Please enter your password.' } } }
        : { values, errors: {} },
  });
  const send = form.handleSubmit(async ({ password }) => {
    try {
      await request.mutateAsync(password);
      toast('Your account will be deleted. We have sent you a mail.');
      onClose();
    } catch (error) {
      const isWrong = error instanceof ProblemError && error.problem.code === 'wrong_password';
      form.setError(
        isWrong ? 'password' : 'root',
        { type: 'server', message: errorMessage(error) },
        { shouldFocus: isWrong },
      );
    }
  });
  const failure = form.formState.errors.root?.message;
  return (
    <Modal
      title="Delete your account?"
      size="short"
      onClose={onClose}
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" form={id} kind="danger" aria-disabled={request.isPending || undefined}>
            Delete my account
          </Button>
        </>
      }
    >
      <form id={id} noValidate className={classes.form} onSubmit={(event) => void send(event)}>
        <p>
          It is deleted in {ERASURE_DAYS} days. Until then you can sign in and keep it.
          {bank !== null &&
            bank > 0 &&
            ` Your ${bank === 1 ? 'credit ends' : `${bank} credits end`} with it.`}
        </p>
        <PasswordField form={form} name="password" label="Your password" autoComplete="current-password" />
        {failure !== undefined && (
          <Notice tone="danger" alert>
            {failure}
          </Notice>
        )}
      </form>
    </Modal>
  );
}
