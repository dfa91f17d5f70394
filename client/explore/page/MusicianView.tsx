import type { ReactNode } from 'react';
import type { MusicianPage, PageService } from '#shared/explore/contract-page.ts';
import { typicalTexts } from '#shared/explore/rules-page.ts';
import { PAGE } from '#shared/explore/texts-page.ts';
import { durationInWords, formatTime, zoneLabel } from '#shared/lib/time.ts';
import { useTextNow } from '../../lib/use-now.ts';
import { SampleStrip } from '../../catalogue/samples/SampleStrip.tsx';
import { CommentList } from './CommentList.tsx';
import { FreeTimesList } from './FreeTimesList.tsx';
import { MusicianHead } from './MusicianHead.tsx';
import classes from './MusicianView.module.css';

interface MusicianViewProps {
  readonly musician: MusicianPage;
  /** The reader's time zone. */
  readonly zone: string;
  /** Level of the name's heading; sections are one below. */
  readonly level?: 1 | 2;
  /** Beside the next free times, such as 'Book'. */
  readonly actions?: ReactNode;
  /** Replaces the list of the newest comments. */
  readonly comments?: ReactNode;
}

/**
 * A musician's page as clients see it (docs/product/musician-page.md#parts). Needs a SamplePlayerProvider above. Also
 * the preview of a profile that is not published.
 */
export function MusicianView({ musician, zone, level = 1, actions, comments }: MusicianViewProps) {
  const { name, bio, image_url, timezone, samples, services } = musician;
  const typical = typicalTexts(musician);
  return (
    <article className={classes.page}>
      <MusicianHead musician={musician} level={level} />
      <aside className={classes.aside} aria-label={PAGE.nextFree}>
        <Heading level={level}>{PAGE.nextFree}</Heading>
        <FreeTimesList times={musician.next_free} zone={zone} />
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
        <ul className={classes.facts}>
          {typical.map((text) => (
            <li key={text}>{text}</li>
          ))}
          {timezone !== zone && <TheirTime zone={timezone} />}
        </ul>
      </aside>
      <div className={classes.main}>
        {samples.length > 0 && (
          <section className={classes.section} aria-label={PAGE.samples}>
            <Heading level={level}>{PAGE.samples}</Heading>
            <ul className={classes.samples}>
              {samples.map((sample) => (
                <li key={sample.id}>
                  <SampleStrip sample={sample} artist={name} picture={image_url} />
                  {sample.did !== '' && <p className={classes.did}>{sample.did}</p>}
                </li>
              ))}
            </ul>
          </section>
        )}
        {bio !== '' && (
          <section className={classes.section} aria-label={PAGE.about}>
            <Heading level={level}>{PAGE.about}</Heading>
            <p className={classes.bio}>{bio}</p>
          </section>
        )}
        {services.length > 0 && (
          <section className={classes.section} aria-label={PAGE.services}>
            <Heading level={level}>{PAGE.services}</Heading>
            <ul className={classes.services}>
              {services.map((service) => (
                <ServiceRow key={service.id} service={service} due={musician.delivery_minutes === null} />
              ))}
            </ul>
          </section>
        )}
        {musician.rating !== null && (
          <section className={classes.section} aria-label={PAGE.comments}>
            <Heading level={level}>{PAGE.comments}</Heading>
            <p className={classes.hint}>{PAGE.commentsHint}</p>
            {comments ?? <CommentList comments={musician.comments} />}
          </section>
        )}
      </div>
    </article>
  );
}

/** The heading of a section, one below the name's. */
function Heading({ level, children }: { readonly level: 1 | 2; readonly children: string }) {
  const Name = level === 1 ? 'h2' : 'h3';
  return <Name className={classes.heading}>{children}</Name>;
}

/** "Lisbon time, now 18:30". */
function TheirTime({ zone }: { readonly zone: string }) {
  const text = useTextNow(
    (now) => `${zoneLabel(zone, now).replace(/ \(.*\)$/, '')} time, now ${formatTime(now, zone)}`,
  );
  return <li>{text}</li>;
}

const TYPES = { live: 'Live', offline: 'Offline', all: 'Live or offline' } as const;

interface ServiceRowProps {
  readonly service: PageService;
  /** Says when files are due: where nothing is known of when they really come. */
  readonly due: boolean;
}

/** What one gets for how many credits. */
function ServiceRow({ service, due }: ServiceRowProps) {
  const { label, short_description, service_description, session_type, price } = service;
  return (
    <li className={classes.service}>
      <p className={classes.serviceName}>
        <b>{label}</b>
        <span className={classes.price}>
          {price} {price === 1 ? 'credit' : 'credits'}
        </span>
      </p>
      <p>{service_description || short_description}</p>
      <p className={classes.hint}>
        {TYPES[session_type]} · {service.unit_minutes * service.slots} min
        {due && ` · ${PAGE.filesAfter(durationInWords(service.files_delivery))}`}
      </p>
    </li>
  );
}
