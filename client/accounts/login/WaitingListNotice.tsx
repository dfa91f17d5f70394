import { useEffect, useRef } from 'react';
import { WAITING } from '../../../shared/accounts/texts-door.ts';
import { Button } from '../../ui/Button.tsx';
import { useDocumentTitle } from '../../ui/PageTitle.tsx';
import classes from './Door.module.css';

/** For who has signed up and waits for a place (decisions 1). */
export function Waiting({ onBack }: { readonly onBack: () => void }) {
  useDocumentTitle(WAITING.title);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div className={classes.head}>
        <h1 ref={heading} tabIndex={-1}>
          {WAITING.title}
        </h1>
        <p className={classes.lead}>{WAITING.body}</p>
      </div>
      <Button kind="plain" onClick={onBack}>
        Back to login
      </Button>
    </>
  );
}
