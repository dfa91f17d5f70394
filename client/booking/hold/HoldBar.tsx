import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { formatTime } from '#shared/lib/time.ts';
import { paths } from '../../lib/paths.ts';
import { serverNow } from '../../lib/clock.ts';
import { useMe } from '../../lib/session.ts';
import { LazyConfirmDialog } from '../../ui/overlay/LazyConfirmDialog.tsx';
import { Countdown } from '../../ui/feedback/Countdown.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { holdsQuery } from '../api.ts';
import classes from './HoldBar.module.css';
import { releaseHold } from './release.ts';
import { readStep } from '../form/steps.ts';

/** "Drums, 16:30, held for you 12:33", on every screen except the hold's own (docs/product/booking.md#hold-bar). */
export function HoldBar() {
  const { timezone } = useMe();
  const { data } = useQuery(holdsQuery);
  const queryClient = useQueryClient();
  const [ended, setEnded] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const hold = data?.hold ?? null;
  const until = hold?.session.hold_expires_at ?? null;
  const slug = hold?.session.partner.slug;
  if (hold === null || until === null || slug === undefined || ended === until) return null;
  if (path === paths.booking(slug)) return null;

  const { id, instrument_name, service, start_date } = hold.session;
  const what = `${instrument_name || service.label}, ${formatTime(Temporal.Instant.from(start_date), timezone)}`;
  return (
    <aside className={classes.bar} aria-label="The time that you hold">
      <Link
        to="/explore/$slug"
        params={{ slug }}
        search={{ hold: id, step: readStep(hold.step) ?? 'track' }}
        className={classes.back}
      >
        <span className={classes.label}>
          <b>{what}</b>, held for you
        </span>{' '}
        <Countdown key={until} until={until} now={serverNow} onEnd={() => setEnded(until)} />
      </Link>
      <IconButton icon="close" label={`Release ${what}`} onClick={() => setAsking(true)} />
      <LazyConfirmDialog
        opened={asking}
        title="Release this time?"
        confirm="Release it"
        cancel="Keep holding it"
        onConfirm={async () => {
          await releaseHold(queryClient, id);
          setAsking(false);
        }}
        onCancel={() => setAsking(false)}
      >
        Others can book it then. What you wrote is kept.
      </LazyConfirmDialog>
    </aside>
  );
}
