import { useEffect, useState } from 'react';
import classes from './BusyLine.module.css';

interface BusyLineProps {
  readonly busy: boolean;
  /** Text for screen readers. */
  readonly label: string;
}

/** Shorter work shows nothing. */
const DELAY_MS = 200;

/** A thin progress line at the top of the page while something takes longer than a moment. */
export function BusyLine({ busy, label }: BusyLineProps) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!busy) return undefined;
    const timer = setTimeout(() => setLate(true), DELAY_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [busy]);
  if (!busy || !late) return null;
  // A live region, because it stands above the page's landmarks.
  return (
    <div className={classes.line} aria-live="polite">
      <progress aria-label={label} />
      <span />
    </div>
  );
}
