import { useId, type ReactNode } from 'react';
import classes from './Section.module.css';

interface SectionProps {
  readonly title: string;
  /** Beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A part of an object's page, with its heading. */
export function Section({ title, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
