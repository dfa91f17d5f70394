import { Loading, Placeholder } from '../../ui/feedback/Skeleton.tsx';
import { useMobile } from '../../ui/layout/use-mobile.ts';
import classes from './MusicianPage.module.css';

/** The shape of a musician's page that loads. */
export function PageSkeleton() {
  const side = useMobile() ? '96px' : '160px';
  return (
    <Loading what="the musician">
      <div className={classes.skeletonHead}>
        <Placeholder width={side} height={side} />
        <div className={classes.skeletonWords}>
          <Placeholder width="60%" height="40px" />
          <Placeholder width="35%" height="20px" />
          <Placeholder width="25%" height="16px" />
        </div>
      </div>
      <div className={classes.skeletonBody}>
        <Placeholder height="64px" />
        <Placeholder height="64px" />
        <Placeholder width="80%" height="20px" />
        <Placeholder width="65%" height="20px" />
      </div>
    </Loading>
  );
}
