import { Placeholder, Loading } from '../../ui/feedback/Skeleton.tsx';
import classes from './PendingScreen.module.css';

/** The shape of any screen while its code and data are on their way. */
export function PendingScreen() {
  return (
    <div className={classes.screen}>
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

/** The shape of a panel over its list while its code is on its way. */
export function PendingPanel() {
  return (
    <div className={classes.panel}>
      <PendingScreen />
    </div>
  );
}
