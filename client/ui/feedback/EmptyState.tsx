import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

interface EmptyStateProps {
  readonly title: string;
  /** What to do about it, in one sentence. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** Nothing here yet, said kindly, with what to do next. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      <svg width={132} height={48} viewBox="0 0 132 48" aria-hidden="true" focusable="false">
        <path
          className={classes.silence}
          d="M4 24h24M104 24h24M36 20v8M44 14v20M52 18v12M60 8v32M68 16v16M76 12v24M84 19v10M92 21v6"
        />
      </svg>
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  );
}
