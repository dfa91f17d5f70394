import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Card } from '../../../shared/explore/contract.ts';
import { nextFreeText } from '../../../shared/explore/rules.ts';
import { formatDay, formatTime, zoneLabel } from '../../../shared/lib/time.ts';
import { StarsAverage } from '../../sessions/components/StarsAverage.tsx';
import { Cover } from '../../ui/Cover.tsx';
import { Hint } from '../../ui/Tooltip.tsx';
import classes from './MusicianCard.module.css';

interface MusicianCardProps {
  readonly card: Card;
  /** The reader's. */
  readonly zone: string;
  readonly now: Temporal.Instant;
}

/** A musician in the listing; the whole card opens the booking. */
export function MusicianCard({ card, zone, now }: MusicianCardProps) {
  const { slug, name, title, cardDescription, bio, instruments, labels } = card;
  const line = cardDescription || title || bio;
  const trade = [...new Set([title, ...instruments])].filter((text) => text !== '' && text !== line);
  return (
    <article className={classes.card}>
      <div className={classes.picture}>
        <Picture name={name} src={card.image_url} />
        {labels.length > 0 && (
          <ul className={classes.labels}>
            {labels.map((label) => (
              <li key={label}>{label}</li>
            ))}
          </ul>
        )}
      </div>
      <div className={classes.words}>
        <h2>
          <Link
            to="/explore/$slug"
            params={{ slug }}
            search={({ instrument }) => (instrument === undefined ? {} : { instrument })}
            resetScroll={false}
            className={classes.link}
          >
            {name}
          </Link>
        </h2>
        <StarsAverage rating={card.rating} />
        <p className={classes.line}>{line}</p>
        {trade.length > 0 && <p className={classes.trade}>{trade.join(' · ')}</p>}
        <NextFree at={card.next_free_at} zone={zone} musicianZone={card.timezone} now={now} />
      </div>
    </article>
  );
}

function Picture({ name, src }: { name: string; src: string | null }) {
  const [broken, setBroken] = useState(false);
  if (src === null || broken) return <Cover name={name} />;
  return <img src={src} alt="" loading="lazy" onError={() => setBroken(true)} />;
}

interface NextFreeProps {
  readonly at: string | null;
  readonly zone: string;
  readonly musicianZone: string;
  readonly now: Temporal.Instant;
}

/** When one could play, in the reader's zone; the musician's own time on hover, focus and tap. */
function NextFree({ at, zone, musicianZone, now }: NextFreeProps) {
  const next = at === null ? null : Temporal.Instant.from(at);
  const text = nextFreeText(next, zone, now);
  if (next === null) return <p className={classes.next}>{text}</p>;
  const city = zoneLabel(musicianZone, next).replace(/ \(.*\)$/, '');
  const theirs = `${formatDay(next, musicianZone)}, ${formatTime(next, musicianZone)} in ${city}`;
  return (
    <p className={classes.next} data-free>
      <span className={classes.lamp} aria-hidden="true" />
      {zone === musicianZone ? <time dateTime={at ?? ''}>{text}</time> : <Hint label={theirs}>{text}</Hint>}
    </p>
  );
}
