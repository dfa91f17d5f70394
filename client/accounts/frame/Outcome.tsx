import { useEffect, useRef } from 'react';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import classes from './Outcome.module.css';

interface OutcomeProps {
  readonly tone: 'ready' | 'danger';
  readonly children: string;
  readonly to: '/login' | '/reset-password';
  readonly link: string;
}

/** Result with a link onward; takes the focus of the form it replaces. */
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
