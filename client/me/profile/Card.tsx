import type { ReactNode } from 'react';
import classes from './Card.module.css';

/** One subject of the profile, with its heading and what can be done about it at the right. */
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
