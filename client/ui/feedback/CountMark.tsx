import classes from './CountMark.module.css';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';

interface CountMarkProps {
  readonly count: number;
  /** What is counted: 'unread messages'. */
  readonly what: string;
  /** Shows the words, too, not only to screen readers. */
  readonly worded?: boolean;
}

/** A count badge; nothing for zero. */
export function CountMark({ count, what, worded = false }: CountMarkProps) {
  if (count === 0) return null;
  return (
    <span className={classes.mark}>
      <b>{count > 99 ? '99+' : count}</b> {worded ? what : <VisuallyHidden>{what}</VisuallyHidden>}
    </span>
  );
}
