import { Placeholder, Loading } from '../../ui/feedback/Skeleton.tsx';
import classes from './TimeStep.module.css';

export function TimesSkeleton() {
  return (
    <Loading what="the times">
      <div className={classes.loading}>
        {Array.from({ length: 8 }, (_, n) => (
          <Placeholder key={n} height="48px" />
        ))}
      </div>
    </Loading>
  );
}
