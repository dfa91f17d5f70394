import type { ReactNode } from 'react';
import classes from './Banner.module.css';
import { Icon } from '../button/Icon.tsx';

/** A one-line banner across the screen. */
export function Banner({
  tone,
  label = 'Notice',
  children,
}: {
  readonly tone: 'ready' | 'waiting' | 'danger';
  /** Its accessible name. */
  readonly label?: string;
  readonly children: ReactNode;
}) {
  return (
    <section aria-label={label} className={classes.banner} data-tone={tone}>
      <Icon name={tone === 'ready' ? 'check' : 'alert'} size={18} />
      <div>{children}</div>
    </section>
  );
}
