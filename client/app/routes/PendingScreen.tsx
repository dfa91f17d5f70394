import { Bone, Loading } from '../../ui/feedback/Skeleton.tsx';
import classes from './PendingScreen.module.css';

/** The shape of any screen while its code and data are on their way. */
export function PendingScreen() {
  return (
    <div className={classes.screen}>
      <Loading what="the page">
        <div className={classes.shapes}>
          <Bone width="320px" height="40px" />
          <Bone height="160px" />
          <Bone height="160px" />
        </div>
      </Loading>
    </div>
  );
}

/** The shape of a panel over its list while its code is on its way. */
export function PendingPanel() {
  return (
    <div className={classes.panel}>
      <PendingScreen />
    </div>
  );
}
