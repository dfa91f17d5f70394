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

/** "Rafa is free: Tue 24 Nov 26, 18:00 29:12", on every screen but My Sessions and beside no hold; leads there. */
export function OfferBar() {
  const { timezone } = useMe();
  const { data } = useQuery(waitsQuery);
  const { data: holds } = useQuery(holdsQuery);
  const queryClient = useQueryClient();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const wait = data?.find(({ offer }) => offer !== null);
  const offer = wait?.offer ?? null;
  const start = offer && Temporal.Instant.from(offer.start_date);
  const time = start === null ? '' : `${formatDay(start, timezone)}, ${formatTime(start, timezone)}`;
  const name = wait === undefined ? '' : firstName(wait.partner.name, wait.partner.name);
  useToastOfNew(data === undefined ? undefined : (offer?.id ?? null), WAITING.offered(name, time));
  if (offer === null || path.startsWith('/sessions') || holds?.hold != null) return null;
  return (
    <aside className={classes.bar} aria-label={WAITING.isFree(name)}>
      <Link to="/sessions" className={classes.back} style={{ paddingInlineEnd: 16 }}>
        <span className={classes.label}>
          <b>{WAITING.isFree(name)}</b>, {time}
        </span>{' '}
        <Countdown
          key={offer.id}
          until={offer.expires_at}
          now={serverNow}
          onEnd={() => void queryClient.invalidateQueries(waitsQuery)}
        />
      </Link>
    </aside>
  );
}

/** Says an offer that arrives while the screen is open; not the one that it opens with. */
function useToastOfNew(offerId: string | null | undefined, text: string): void {
  const navigate = useNavigate();
  const known = useRef<string | null | undefined>(undefined);
  const say = useEffectEvent(() =>
    toast(text, 'success', { text: WAITING.look, onPress: () => void navigate({ to: '/sessions' }) }),
  );
  useEffect(() => {
    if (offerId === undefined) return;
    const isNew = known.current !== undefined && offerId !== null && offerId !== known.current;
    known.current = offerId;
    if (isNew) say();
  }, [offerId]);
}
