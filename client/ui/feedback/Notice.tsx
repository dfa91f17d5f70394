import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import classes from './Notice.module.css';

interface NoticeProps {
  readonly tone: 'ready' | 'waiting' | 'action';
  readonly title?: string;
  readonly children?: ReactNode;
  /** The way on. */
  readonly action?: ReactNode;
  /** It appeared because of something just done: it is read aloud at once. */
  readonly alert?: boolean;
}

/** A few words inside a screen that someone should not miss, in the colour of what they ask for. */
export function Notice({ tone, title, children, action, alert = false }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} role={alert ? 'alert' : undefined}>
      <Icon name={tone === 'ready' ? 'check' : 'alert'} size={18} />
      <div className={classes.words}>
        {title !== undefined && <b>{title}</b>}
        {children !== undefined && <div>{children}</div>}
      </div>
      {action}
    </div>
  );
}
