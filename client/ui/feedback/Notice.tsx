import type { ReactNode } from 'react';
import { Icon } from '../button/Icon.tsx';
import classes from './Notice.module.css';

interface NoticeProps {
  readonly tone: 'ready' | 'waiting' | 'danger';
  readonly title?: string;
  readonly children?: ReactNode;
  /** A button or link. */
  readonly action?: ReactNode;
  /** It is the result of an action: announced at once. */
  readonly alert?: boolean;
}

/** A notice inside a screen. */
export function Notice({ tone, title, children, action, alert = false }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} role={alert ? 'alert' : undefined}>
      <Icon name={tone === 'ready' ? 'check' : 'alert'} size={18} />
      <div className={classes.text}>
        {title !== undefined && <b>{title}</b>}
        {children !== undefined && <div>{children}</div>}
      </div>
      {action}
    </div>
  );
}
