import { serverNow } from '../../lib/clock.ts';
import { Countdown } from '../../ui/feedback/Countdown.tsx';
import classes from './HoldPill.module.css';
import type { Hold } from './use-hold.ts';

/** Remaining time of the hold: "Held for you 14:12". */
export function HoldPill({ hold }: { hold: Hold }) {
  const until = hold.session?.hold_expires_at ?? null;
  if (hold.stage !== 'live' || until === null) return null;
  return (
    <span className={classes.pill}>
      <span>Held for you </span>
      <Countdown key={until} until={until} now={serverNow} onEnd={hold.expire} />
    </span>
  );
}
