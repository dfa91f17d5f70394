import { Loading, Placeholder } from '../../ui/feedback/Skeleton.tsx';
import classes from './CardForm.module.css';

/** The shape of the fields. */
export function CardSkeleton() {
  return (
    <Loading what="the card form">
      <div className={classes.card}>
        <Placeholder height="44px" />
        <div className={classes.pair}>
          <Placeholder height="44px" />
          <Placeholder height="44px" />
        </div>
        <Placeholder height="44px" />
      </div>
    </Loading>
  );
}
