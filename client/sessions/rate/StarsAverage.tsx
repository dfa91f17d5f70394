import type { Average } from '#shared/catalogue/contract.ts';
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx';
import { STAR } from './Stars.tsx';
import classes from './StarsAverage.module.css';

/** A musician's average: "4.8 (12)" beside a star, worded for screen readers; nothing without ratings. */
export function StarsAverage({ rating }: { rating: Average }) {
  if (rating === null) return null;
  const { average, count } = rating;
  return (
    <span className={classes.average}>
      <VisuallyHidden>
        {`Rated ${average.toFixed(1)} of 5 by ${count} ${count === 1 ? 'client' : 'clients'}`}
      </VisuallyHidden>
      <svg width={16} height={16} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d={STAR} />
      </svg>
      <span aria-hidden="true">
        <b>{average.toFixed(1)}</b> ({count})
      </span>
    </span>
  );
}
