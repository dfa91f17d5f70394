import { useEffect, useRef } from 'react';
import { WAITING_LIST } from '#shared/accounts/texts-auth.ts';
import { Button } from '../../ui/button/Button.tsx';
import { useDocumentTitle } from '../../ui/layout/PageTitle.tsx';
import classes from '../frame/Auth.module.css';

/** Shown to people on the waiting list (docs/product/accounts.md#waiting-list). */
export function WaitingListNotice({ onBack }: { readonly onBack: () => void }) {
  useDocumentTitle(WAITING_LIST.title);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div className={classes.head}>
        <h1 ref={heading} tabIndex={-1}>
          {WAITING_LIST.title}
        </h1>
        <p className={classes.lead}>{WAITING_LIST.body}</p>
      </div>
      <Button kind="plain" onClick={onBack}>
        Back to login
      </Button>
    </>
  );
}
