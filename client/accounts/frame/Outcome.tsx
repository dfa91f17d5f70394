import { useEffect, useRef } from 'react';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Notice } from '../../ui/Notice.tsx';
import classes from './Outcome.module.css';

interface OutcomeProps {
  readonly tone: 'ready' | 'action';
  readonly children: string;
  readonly to: '/login' | '/reset-password';
  readonly link: string;
}

/** What came of it, and the way on. The keyboard goes on here: the form that it was in is gone. */
export function Outcome({ tone, children, to, link }: OutcomeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className={classes.outcome}>
      <Notice tone={tone} alert>
        {children}
      </Notice>
      <ButtonLink to={to} kind={tone === 'ready' ? 'main' : 'plain'}>
        {link}
      </ButtonLink>
    </div>
  );
}
