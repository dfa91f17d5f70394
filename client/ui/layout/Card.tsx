import type { ReactNode } from 'react';
import classes from './Card.module.css';

/** A section of a screen with a heading and actions at the right. */
export function Card({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={classes.card} aria-label={title}>
      <div className={classes.row}>
        <h2>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
