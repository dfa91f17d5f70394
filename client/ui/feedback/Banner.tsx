import type { ReactNode } from 'react';
import classes from './Banner.module.css';
import { Icon } from './Icon.tsx';

/** One line across the screen, in the colour of what it asks for. */
export function Banner({
  tone,
  label = 'Notice',
  children,
}: {
  readonly tone: 'ready' | 'waiting' | 'action';
  /** What it is about, where there is more than one. */
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
