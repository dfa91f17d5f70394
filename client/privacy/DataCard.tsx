import { useId, type ReactNode } from 'react';
import classes from './OwnData.module.css';

/** A section of the tab with its heading. */
export function DataCard({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
