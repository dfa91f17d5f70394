import classes from './Brand.module.css';
import { useStudio } from '../session.ts';

/** The studio's name and logo. Put it inside a link. */
export function Brand() {
  const name = useStudio()?.name ?? 'Talkback';
  return (
    <span className={classes.brand}>
      <span className={classes.dot} />
      <span className={classes.name}>{name}</span>
    </span>
  );
}
