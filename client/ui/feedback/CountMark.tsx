import classes from './CountMark.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface CountMarkProps {
  readonly count: number;
  /** What there are so many of: 'unread messages'. */
  readonly what: string;
  /** The words are for the eye too, not only for those who listen. */
  readonly worded?: boolean;
}

/** How many of something wait for their reader; nothing when there are none. */
export function CountMark({ count, what, worded = false }: CountMarkProps) {
  if (count === 0) return null;
  return (
    <span className={classes.mark}>
      <b>{count > 99 ? '99+' : count}</b> {worded ? what : <VisuallyHidden>{what}</VisuallyHidden>}
    </span>
  );
}
