import { PENDING } from '../frame/remove-frame.ts';
import { Placeholder, Loading } from '../../ui/feedback/Skeleton.tsx';
import classes from './PendingScreen.module.css';

/** A generic screen skeleton while code and data load. */
export function PendingScreen() {
  return (
    <div className={classes.screen} {...{ [PENDING]: true }}>
      <Loading what="the page">
        <div className={classes.shapes}>
          <Placeholder width="320px" height="40px" />
          <Placeholder height="160px" />
          <Placeholder height="160px" />
        </div>
      </Loading>
    </div>
  );
}

/** A panel skeleton while its code loads. */
export function PendingPanel() {
  return (
    <div className={classes.panel}>
      <PendingScreen />
    </div>
  );
}
