import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Card } from '#shared/explore/contract.ts';
import { nextFreeText } from '#shared/explore/rules.ts';
import { firstName } from '#shared/lib/text.ts';
import { FILTERS } from '#shared/explore/texts.ts';
import { PAGE } from '#shared/explore/texts-page.ts';
import { formatDay, formatTime, zoneLabel } from '#shared/lib/time.ts';
import { readExploreSearch } from './explore-search.ts';
import { useTextNow } from '../lib/use-now.ts';
import { SampleStrip } from '../catalogue/samples/SampleStrip.tsx';
import { StarsAverage } from '../sessions/rate/StarsAverage.tsx';
import { Avatar } from '../ui/layout/Avatar.tsx';
import { Hint } from '../ui/overlay/Tooltip.tsx';
import classes from './MusicianCard.module.css';

interface MusicianCardProps {
  readonly card: Card;
  /** The reader's time zone. */
  readonly zone: string;
  /** Below the next free time. */
  readonly children?: ReactNode;
}

/** A musician in the list; the portrait links to their page, all else to the booking. */
export function MusicianCard({ card, zone, children }: MusicianCardProps) {
  const { id, slug, name, title, cardDescription, bio, instruments, labels } = card;
  const description = cardDescription || bio;
  return (
    <article className={classes.card}>
      <div className={classes.head}>
        <Link
          to="/musicians/$slug"
          params={{ slug }}
          className={classes.portrait}
          aria-label={PAGE.seePage(firstName(name, name))}
        >
          <Avatar name={name} id={id} src={card.image_url} size={84} square />
        </Link>
        <div className={classes.names}>
          <h2>
            <Link
              to="/explore/$slug"
              params={{ slug }}
              search={(search) => readExploreSearch({ ...search })}
              resetScroll={false}
              className={classes.link}
            >
              {name}
            </Link>
          </h2>
          <p className={classes.title}>{title || instruments.join(' · ')}</p>
          {card.rating === null ? (
            <span className={classes.unrated}>New</span>
          ) : (
            <StarsAverage rating={card.rating} />
          )}
        </div>
      </div>
      {description !== '' && <p className={classes.description}>{description}</p>}
      {instruments.length > 1 && <p className={classes.instruments}>{instruments.join(' · ')}</p>}
      {labels.length > 0 && (
        <ul className={classes.labels}>
          {labels.map((label) => (
            <li key={label}>{label}</li>
          ))}
        </ul>
      )}
      {card.sample !== null && (
        <div className={classes.sample}>
          <SampleStrip sample={card.sample} artist={name} picture={card.image_url} />
        </div>
      )}
      {card.price_from !== null && <p className={classes.price}>{FILTERS.priceFrom(card.price_from)}</p>}
      <NextFree at={card.next_free_at} zone={zone} musicianZone={card.timezone} />
      {card.next_free_at === null && (
        <p className={classes.tellMe}>
          <Link
            to="."
            search={(search) => ({ ...search, modal: 'wait' as const, artist: slug })}
            resetScroll={false}
          >
            {PAGE.tellMe(firstName(name, name))}
          </Link>
        </p>
      )}
      {children}
    </article>
  );
}

interface NextFreeProps {
  readonly at: string | null;
  readonly zone: string;
  readonly musicianZone: string;
}

/** A musician's time in words: "Sat 21 Nov 26, 18:30 in Lisbon". */
function timeAt(zone: string, at: Temporal.Instant): string {
  const city = zoneLabel(zone, at).replace(/ \(.*\)$/, '');
  return `${formatDay(at, zone)}, ${formatTime(at, zone)} in ${city}`;
}

/** The next free time in the reader's zone; the musician's time is a tooltip. */
function NextFree({ at, zone, musicianZone }: NextFreeProps) {
  const next = at === null ? null : Temporal.Instant.from(at);
  const text = useTextNow((now) => nextFreeText(next, zone, now));
  if (next === null) return <p className={classes.next}>{text}</p>;
  return (
    <p className={classes.next} data-free>
      <span className={classes.dot} aria-hidden="true" />
      {zone === musicianZone ? (
        <time dateTime={at ?? ''}>{text}</time>
      ) : (
        <Hint label={() => timeAt(musicianZone, next)}>{text}</Hint>
      )}
    </p>
  );
}
