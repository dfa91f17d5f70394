import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx';
import classes from './Stars.module.css';

/** A star's outline on a 24 × 24 grid. */
export const STAR =
  'M12 3.6l2.6 5.3 5.800.85-4.200 4.100 1 5.800L12 16.900l-5.200 2.750 1-5.800-4.200-4.100 5.800-.85z';

/** A rating of 1 to 5 as stars; screen readers get the number. */
export function Stars({ stars }: { stars: number }) {
  return (
    <span className={classes.stars}>
      <VisuallyHidden>{`Rated ${stars} of 5`}</VisuallyHidden>
      {[1, 2, 3, 4, 5].map((star) => (
        <svg key={star} width={16} height={16} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path d={STAR} data-filled={star <= stars || undefined} />
        </svg>
      ))}
    </span>
  );
}
