import { useEffect, useEffectEvent, useState } from 'react';
import { clockText, isEnding, announcementText } from './countdown.ts';
import classes from './Countdown.module.css';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';

interface CountdownProps {
  /** The end: ISO 8601 or milliseconds since the epoch. */
  readonly until: string | number;
  /** The server's now in milliseconds; the browser's own clock may be wrong. */
  readonly now: () => number;
  /** Called once when the time is up. */
  readonly onEnd?: () => void;
}

/** Time left, updated every second; announced at 5 minutes, 1 minute and the end. */
export function Countdown({ until, now, onEnd }: CountdownProps) {
  const end = typeof until === 'number' ? until : Date.parse(until);
  const [left, setLeft] = useState(() => end - now());
  const readNow = useEffectEvent(now);
  const finish = useEffectEvent(() => onEnd?.());

  useEffect(() => {
    const step = () => {
      const rest = end - readNow();
      setLeft(rest);
      if (rest <= 0) finish();
      else timer = setTimeout(step, rest % 1000 || 1000);
    };
    let timer = setTimeout(step);
    return () => clearTimeout(timer);
  }, [end]);

  return (
    <>
      <span role="timer" className={classes.countdown} data-ending={isEnding(left) || undefined}>
        {clockText(left)}
      </span>
      <output>
        <VisuallyHidden>{announcementText(left)}</VisuallyHidden>
      </output>
    </>
  );
}
