import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { WAITING } from '#shared/booking/texts-waiting.ts';
import { formatDay, formatTime } from '#shared/lib/time.ts';
import { serverNow } from '../../lib/clock.ts';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { Countdown } from '../../ui/feedback/Countdown.tsx';
import { Avatar } from '../../ui/layout/Avatar.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { creditsText } from '../form/format.ts';
import { holdsQuery } from '../api.ts';
import { waitsQuery, type Offer, type Wait } from './api.ts';
import { useWait } from './use-offer.ts';
import classes from './Waiting.module.css';

/** The waiting lists that one is in, offers first; nothing without (docs/product/waiting-list.md). */
export function WaitingSection() {
  const { data } = useQuery(waitsQuery);
  const { data: holds } = useQuery(holdsQuery);
  const { offered } = useSearch({ strict: false });
  if (data === undefined) return null;
  const isOver =
    offered !== undefined && holds?.hold === null && !data.some(({ offer }) => offer?.id === offered);
  if (data.length === 0 && !isOver) return null;
  const sorted = data.toSorted((a, b) => Number(b.offer !== null) - Number(a.offer !== null));
  return (
    <section className={classes.section} aria-labelledby="waiting-list">
      <h2 id="waiting-list">{WAITING.title}</h2>
      {isOver && <Notice tone="waiting">{WAITING.over}</Notice>}
      <ul className={classes.waits}>
        {sorted.map((wait) => (
          <WaitRow key={wait.id} wait={wait} isNamed={wait.offer?.id === offered} />
        ))}
      </ul>
    </section>
  );
}

interface WaitRowProps {
  readonly wait: Wait;
  /** The address names its offer, from the mail or the bar. */
  readonly isNamed: boolean;
}

function WaitRow({ wait, isNamed }: WaitRowProps) {
  const { partner, service, offer, position } = wait;
  const [asking, setAsking] = useState(false);
  const { accept, decline, leave } = useWait(wait);
  return (
    <li className={classes.wait} data-offered={offer !== null || undefined}>
      <Avatar name={partner.name} id={partner.id} src={partner.avatar} />
      <div className={classes.about}>
        <p>
          <Link to="/musicians/$slug" params={{ slug: partner.slug }}>
            {partner.name}
          </Link>
          {`, ${service.label}`}
        </p>
        <p className={classes.muted}>{WAITING.times(wait)}</p>
        {offer === null && (
          <p className={classes.muted}>
            {service.is_stopped ? WAITING.stopped(service.label) : WAITING.place(position)}
          </p>
        )}
      </div>
      {offer !== null && (
        <OfferRow
          key={offer.id}
          offer={offer}
          name={partner.name}
          isNamed={isNamed}
          busy={accept.isPending || decline.isPending}
          onAccept={() => accept.mutate(offer)}
          onDecline={() => decline.mutate(offer)}
        />
      )}
      {offer === null && (
        <div className={classes.buttons}>
          <ButtonLink
            kind="quiet"
            to="."
            search={(search) => ({ ...search, modal: 'wait', artist: partner.slug })}
            resetScroll={false}
            aria-label={`${WAITING.change}: ${partner.name}`}
          >
            {WAITING.change}
          </ButtonLink>
          <Button
            kind="quiet"
            onClick={() => setAsking(true)}
            aria-label={`${WAITING.leave}: ${partner.name}`}
          >
            {WAITING.leave}
          </Button>
        </div>
      )}
      <ConfirmDialog
        opened={asking}
        title={WAITING.leaveTitle(partner.name)}
        confirm={WAITING.leave}
        cancel={WAITING.stay}
        onConfirm={async () => {
          await leave.mutateAsync().catch(() => undefined);
          setAsking(false);
        }}
        onCancel={() => setAsking(false)}
      >
        {WAITING.leaveBody}
      </ConfirmDialog>
    </li>
  );
}

interface OfferRowProps {
  readonly offer: Offer;
  readonly name: string;
  readonly isNamed: boolean;
  readonly busy: boolean;
  readonly onAccept: () => void;
  readonly onDecline: () => void;
}

/** An offered time with what is left to answer it. */
function OfferRow({ offer, name, isNamed, busy, onAccept, onDecline }: OfferRowProps) {
  const { timezone } = useMe();
  const queryClient = useQueryClient();
  const { data: holds } = useQuery(holdsQuery);
  const book = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isNamed) book.current?.focus();
  }, [isNamed]);
  const [from, to] = [offer.start_date, offer.end_date].map((at) => Temporal.Instant.from(at));
  if (from === undefined || to === undefined) return null;
  const time = `${formatDay(from, timezone)}, ${formatTime(from, timezone)} to ${formatTime(to, timezone)}`;
  return (
    <div className={classes.offer}>
      <p className={classes.offered}>
        <b>{time}</b>
        <span>{creditsText(offer.price)}</span>
        <span className={classes.left}>
          {WAITING.keptFor}{' '}
          <Countdown
            until={offer.expires_at}
            now={serverNow}
            onEnd={() => void queryClient.invalidateQueries(waitsQuery)}
          />
        </span>
      </p>
      {holds?.hold != null && <p className={classes.muted}>{WAITING.replaces}</p>}
      <div className={classes.buttons}>
        <Button
          ref={book}
          onClick={onAccept}
          aria-disabled={busy || undefined}
          aria-label={`${WAITING.accept}: ${name}, ${time}`}
        >
          {WAITING.accept}
        </Button>
        <Button kind="plain" onClick={onDecline} aria-disabled={busy || undefined}>
          {WAITING.decline}
        </Button>
      </div>
    </div>
  );
}
