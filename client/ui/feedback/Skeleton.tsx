import type { ReactNode } from 'react';
import classes from './Skeleton.module.css';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';

/** One placeholder shape; sizes are CSS lengths. */
export function Bone({ width = '100%', height = '1em', round = false }: BoneProps) {
  return <span className={classes.bone} data-round={round || undefined} style={{ width, height }} />;
}
interface BoneProps {
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
              <Bone width="84px" height="84px" />
              <div className={classes.lines}>
                <Bone width="75%" height="20px" />
                <Bone width="50%" height="14px" />
              </div>
            </div>
            <Bone width="85%" height="14px" />
            <Bone width="60%" height="14px" />
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
          <Bone width="44px" height="44px" round />
          <div className={classes.lines}>
            <Bone width="45%" height="16px" />
            <Bone width="70%" height="14px" />
          </div>
        </div>
      ))}
    </Loading>
  );
}
