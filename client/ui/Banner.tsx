import type { ReactNode } from 'react';
import classes from './Banner.module.css';
import { Icon } from './Icon.tsx';

/** One line across the screen, in the colour of what it asks for. */
export function Banner({ tone, children }: { tone: 'ready' | 'waiting' | 'action'; children: ReactNode }) {
  return (
    <section aria-label="Notice" className={classes.banner} data-tone={tone}>
      <Icon name={tone === 'ready' ? 'check' : 'alert'} size={18} />
      <div>{children}</div>
    </section>
  );
}
