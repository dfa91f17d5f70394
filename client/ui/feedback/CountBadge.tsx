import classes from './CountBadge.module.css';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';

interface CountBadgeProps {
  readonly count: number;
  /** What is counted: 'unread messages'. */
  readonly what: string;
  /** Shows the words, too, not only to screen readers. */
  readonly showsText?: boolean;
}

/** A count badge; nothing for zero. */
export function CountBadge({ count, what, showsText = false }: CountBadgeProps) {
  if (count === 0) return null;
  return (
    <span className={classes.badge}>
      <b>{count > 99 ? '99+' : count}</b> {showsText ? what : <VisuallyHidden>{what}</VisuallyHidden>}
    </span>
  );
}
