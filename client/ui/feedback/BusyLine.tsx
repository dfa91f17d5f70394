import { useEffect, useState } from 'react';
import classes from './BusyLine.module.css';

interface BusyLineProps {
  readonly busy: boolean;
  /** What is under way, for those who listen. */
  readonly label: string;
}

/** What is quicker needs no telling. */
const PATIENCE_MS = 200;

/** A thin line across the top of the page while something takes longer than a moment. */
export function BusyLine({ busy, label }: BusyLineProps) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!busy) return undefined;
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [busy]);
  if (!busy || !late) return null;
  return (
    <div className={classes.line}>
      <progress aria-label={label} />
      <span />
    </div>
  );
}
