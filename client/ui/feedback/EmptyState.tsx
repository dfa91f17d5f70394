import type { ReactNode } from 'react';
import classes from './State.module.css';

interface EmptyStateProps {
  readonly title: string;
  /** What to do about it, in one sentence. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** An empty list, with what to do next. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <svg width={132} height={48} viewBox="0 0 132 48" aria-hidden="true" focusable="false">
        <path className={classes.illustration} d="M4 24h26M102 24h26" />
        <rect
          className={classes.illustration}
          x={36}
          y={10}
          width={60}
          height={28}
          rx={7}
          strokeDasharray="5 5"
        />
      </svg>
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  );
}
