import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { emailProblem } from '#shared/accounts/rules-sign-up.ts';
import { LOGIN } from '#shared/accounts/texts.ts';
import { Icon } from '../../ui/button/Icon.tsx';
import { useDocumentTitle } from '../../ui/layout/PageTitle.tsx';
import { SubmitButton } from '../../ui/form/SubmitButton.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import classes from './Auth.module.css';
import { resolverOf } from './form-resolver.ts';
import sentClasses from './EmailRequest.module.css';

interface EmailForm {
  readonly email: string;
}

interface EmailRequestProps {
  readonly texts: {
    readonly title: string;
    readonly lead: string;
    readonly email: string;
    readonly submit: string;
    readonly busy: string;
    readonly done: string;
    readonly doneMore: string;
    readonly back: string;
  };
  /** Message for an invalid address. */
  readonly badEmail: string;
  readonly send: (email: string) => Promise<unknown>;
  /** Message of a failure, and where to show it. */
  readonly failureOf: (error: unknown) => { readonly at: 'email' | 'form'; readonly message: string };
}

/** Form that requests a mailed link; the result is the same for unknown addresses. */
export function EmailRequest({ texts, badEmail, send, failureOf }: EmailRequestProps) {
  useDocumentTitle(texts.title);
  const [sent, setSent] = useState(false);
  const form = useForm<EmailForm>({
    resolver: resolverOf<EmailForm>(({ email }) => {
      const problem = emailProblem(email);
      if (problem === null) return [];
      return [{ field: 'email', message: problem === LOGIN.badEmail ? badEmail : problem }];
    }),
    defaultValues: { email: '' },
  });
  const { isSubmitting, errors } = form.formState;

  const attempt = async ({ email }: EmailForm) => {
    try {
      await send(email);
      setSent(true);
    } catch (error) {
      const { at, message } = failureOf(error);
      form.setError(at === 'email' ? 'email' : 'root', { type: 'server', message });
    }
  };

  return (
    <>
      <div className={classes.head}>
        <h1>{texts.title}</h1>
        {!sent && <p className={classes.lead}>{texts.lead}</p>}
      </div>
      {sent ? (
        <Sent done={texts.done} more={texts.doneMore} />
      ) : (
        <>
          {errors.root?.message !== undefined && (
            <p role="alert" className={classes.failure}>
              {errors.root.message}
            </p>
          )}
          <form
            noValidate
            className={classes.form}
            onSubmit={(event) => void form.handleSubmit(attempt)(event)}
          >
            <TextField form={form} name="email" label={texts.email} type="email" autoComplete="username" />
            <SubmitButton busy={isSubmitting} busyText={texts.busy} fullWidth>
              {texts.submit}
            </SubmitButton>
          </form>
        </>
      )}
      <p className={classes.links}>
        <Link to="/login" search={(search) => search} className={classes.link}>
          {texts.back}
        </Link>
      </p>
    </>
  );
}

/** Takes the focus of the form it replaces. */
function Sent({ done, more }: { readonly done: string; readonly more: string }) {
  const box = useRef<HTMLOutputElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <output ref={box} tabIndex={-1} className={sentClasses.sent}>
      <span className={sentClasses.icon}>
        <Icon name="check" size={20} />
      </span>
      <b>{done}</b>
      <span className={sentClasses.more}>{more}</span>
    </output>
  );
}
