import type { Comment } from '#shared/explore/contract-page.ts';
import { monthInWords } from '#shared/explore/rules-page.ts';
import { Stars } from '../../sessions/rate/Stars.tsx';
import classes from './CommentList.module.css';

/** What clients wrote with their ratings. */
export function CommentList({ comments }: { readonly comments: readonly Comment[] }) {
  return (
    <ul className={classes.list}>
      {comments.map(({ id, name, stars, comment, month }) => (
        <li key={id} tabIndex={-1}>
          <p className={classes.by}>
            <b>{name}</b>
            <Stars stars={stars} />
            <span className={classes.month}>{monthInWords(month)}</span>
          </p>
          <p className={classes.words}>{comment}</p>
        </li>
      ))}
    </ul>
  );
}
