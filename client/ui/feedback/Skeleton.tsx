import type { ReactNode } from 'react';
import classes from './Skeleton.module.css';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';

/** One placeholder shape; sizes are CSS lengths. */
export function Placeholder({ width = '100%', height = '1em', round = false }: PlaceholderProps) {
  return <span className={classes.placeholder} data-round={round || undefined} style={{ width, height }} />;
}
interface PlaceholderProps {
  readonly width?: string;
  readonly height?: string;
  readonly round?: boolean;
}

/** A placeholder with text for screen readers; appears only when loading takes a moment. */
export function Loading({ what, children }: { what: string; children: ReactNode }) {
  return (
    <div className={classes.loading}>
      <output>
        <VisuallyHidden>{`Loading ${what}...`}</VisuallyHidden>
      </output>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

/** Cards in a grid, as on explore. */
export function CardsSkeleton({ what, count = 8 }: { what: string; count?: number }) {
  return (
    <Loading what={what}>
      <div className={classes.cards}>
        {Array.from({ length: count }, (_, at) => (
          <div key={at} className={classes.card}>
            <div className={classes.head}>
              <Placeholder width="84px" height="84px" />
              <div className={classes.lines}>
                <Placeholder width="75%" height="20px" />
                <Placeholder width="50%" height="14px" />
              </div>
            </div>
            <Placeholder width="85%" height="14px" />
            <Placeholder width="60%" height="14px" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

/** Rows with a picture and two lines, as in lists. */
export function RowsSkeleton({ what, count = 5 }: { what: string; count?: number }) {
  return (
    <Loading what={what}>
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className={classes.row}>
          <Placeholder width="44px" height="44px" round />
          <div className={classes.lines}>
            <Placeholder width="45%" height="16px" />
            <Placeholder width="70%" height="14px" />
          </div>
        </div>
      ))}
    </Loading>
  );
}
