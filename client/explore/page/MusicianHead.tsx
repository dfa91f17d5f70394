import type { MusicianPage } from '#shared/explore/contract-page.ts';
import { PAGE } from '#shared/explore/texts-page.ts';
import { StarsAverage } from '../../sessions/rate/StarsAverage.tsx';
import { Avatar } from '../../ui/layout/Avatar.tsx';
import classes from './MusicianHead.module.css';

interface MusicianHeadProps {
  readonly musician: MusicianPage;
  readonly level: 1 | 2;
}

/** Portrait, name, what they do, and how they are rated. */
export function MusicianHead({ musician, level }: MusicianHeadProps) {
  const { id, name, title, image_url, rating, instruments, styles } = musician;
  const Name = level === 1 ? 'h1' : 'h2';
  return (
    <header className={classes.head}>
      <span className={classes.portrait}>
        <Avatar name={name} id={id} src={image_url} size={160} square />
      </span>
      <div className={classes.words}>
        <Name className={classes.name}>{name}</Name>
        {title !== '' && <p className={classes.title}>{title}</p>}
        <p className={classes.rating}>{rating === null ? PAGE.notRated : <StarsAverage rating={rating} />}</p>
        <Tags label="Instruments" words={instruments} />
        <Tags label="Styles" words={styles} quiet />
      </div>
    </header>
  );
}

interface TagsProps {
  readonly label: string;
  readonly words: readonly string[];
  readonly quiet?: boolean;
}

function Tags({ label, words, quiet }: TagsProps) {
  if (words.length === 0) return null;
  return (
    <ul aria-label={label} className={classes.tags} data-quiet={quiet}>
      {words.map((word) => (
        <li key={word}>{word}</li>
      ))}
    </ul>
  );
}
