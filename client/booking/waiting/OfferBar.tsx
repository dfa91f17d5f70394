import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { WAITING } from '#shared/booking/texts-waiting.ts';
import { firstName } from '#shared/lib/text.ts';
import { formatDay, formatTime } from '#shared/lib/time.ts';
import { serverNow } from '../../lib/clock.ts';
import { useMe } from '../../lib/session.ts';
import { Countdown } from '../../ui/feedback/Countdown.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { holdsQuery } from '../api.ts';
import classes from '../hold/HoldBar.module.css';
import { waitsQuery } from './api.ts';
import own from './Waiting.module.css';

/** An offer as the bar and the toast say it. */
interface SaidOffer {
  readonly id: string;
  readonly expires_at: string;
  /** The musician's first name. */
  readonly name: string;
  readonly time: string;
}

/** "Rafa is free: Tue 24 Nov 26, 18:00 29:12", on every screen but My Sessions and beside no hold; leads there. */
export function OfferBar() {
  const { offer, isLoaded } = useOffer();
  const { data: holds } = useQuery(holdsQuery);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useToastOfNew(isLoaded, offer);
  if (offer === null || path.startsWith('/sessions') || holds?.hold != null) return null;
  return (
    <aside className={classes.bar} aria-label={WAITING.isFree(offer.name)}>
      <OfferLink offer={offer} />
    </aside>
  );
}

/** The same in every panel, which covers the bar; also beside a hold (docs/product/waiting-list.md#an-offer). */
export function OfferNotice() {
  const { offer } = useOffer();
  if (offer === null) return null;
  return (
    <aside className={own.inPanel} aria-label={WAITING.isFree(offer.name)}>
      <OfferLink offer={offer} />
    </aside>
  );
}

function OfferLink({ offer: { id, name, time, expires_at } }: { readonly offer: SaidOffer }) {
  const queryClient = useQueryClient();
  return (
    <Link to="/sessions" search={{ offered: id }} className={classes.back} style={{ paddingInlineEnd: 16 }}>
      <span className={classes.label}>
        <b>{WAITING.isFree(name)}</b>, {time}
      </span>{' '}
      <Countdown
        key={id}
        until={expires_at}
        now={serverNow}
        onEnd={() => void queryClient.invalidateQueries(waitsQuery)}
      />
    </Link>
  );
}

/** The first open offer to the person. */
function useOffer(): { readonly offer: SaidOffer | null; readonly isLoaded: boolean } {
  const { timezone } = useMe();
  const { data } = useQuery(waitsQuery);
  const wait = data?.find(({ offer }) => offer !== null);
  const isLoaded = data !== undefined;
  if (wait === undefined || wait.offer === null) return { offer: null, isLoaded };
  const { id, start_date, expires_at } = wait.offer;
  const start = Temporal.Instant.from(start_date);
  const time = `${formatDay(start, timezone)}, ${formatTime(start, timezone)}`;
  return { offer: { id, expires_at, name: firstName(wait.partner.name, wait.partner.name), time }, isLoaded };
}

/** Says an offer that arrives while the screen is open; not the one that it opens with. */
function useToastOfNew(isLoaded: boolean, offer: SaidOffer | null): void {
  const navigate = useNavigate();
  const known = useRef<string | null | undefined>(undefined);
  const say = useEffectEvent(({ id, name, time }: SaidOffer) =>
    toast(WAITING.offered(name, time), 'success', {
      text: WAITING.look,
      onPress: () => void navigate({ to: '/sessions', search: { offered: id } }),
    }),
  );
  const tell = useEffectEvent((id: string | null) => {
    const isNew = known.current !== undefined && id !== known.current;
    known.current = id;
    if (isNew && offer !== null) say(offer);
  });
  const offerId = offer?.id ?? null;
  useEffect(() => {
    if (isLoaded) tell(offerId);
  }, [isLoaded, offerId]);
}
