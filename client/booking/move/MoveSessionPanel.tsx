import { Navigate, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Session } from '#shared/sessions/contract.ts';
import { PICKER } from '#shared/booking/texts.ts';
import type { Allowed } from '#shared/sessions/rules-actions.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { useNowFor } from '../../lib/use-now.ts';
import { truncateTitle } from '../../sessions/list/list.ts';
import { mayMove } from '../../sessions/panel/may-move.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { Panel } from '../../ui/overlay/Panel.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { BackToSession, onlyTab } from '../edit/BackToSession.tsx';
import classes from '../form/Booking.module.css';
import { MoveTimes } from './MoveTimes.tsx';
import { useBookedSession } from '../edit/use-booked-session.ts';
import { useMove } from './use-move.ts';
import { spanText } from '../form/format.ts';

const TITLE = 'Move session';

/** Moves a booked session to another time (docs/product/booking.md#moving). */
export function MoveSessionPanel() {
  const booked = useBookedSession();
  const { role } = useMe();
  const now = useNowFor(() => null);
  const navigate = useNavigate();
  // Checked when the panel opens; later changes are left to the server to refuse.
  const [allowed, setAllowed] = useState<Allowed | null>(null);
  if (allowed === null && booked?.data !== undefined) setAllowed(mayMove(role, booked.data, now));

  if (booked === null) return <Navigate to="/sessions" search={onlyTab} replace />;
  if (booked.data !== undefined) {
    return allowed?.allowed === false ? (
      <BackToSession id={booked.data.id} reason={allowed.reason} />
    ) : (
      <Move session={booked.data} />
    );
  }
  return (
    <Panel title={TITLE} onClose={() => void navigate({ to: '/sessions', search: onlyTab })}>
      <QueryView query={booked} loading={<RowsSkeleton what="the session" />}>
        {() => null}
      </QueryView>
    </Panel>
  );
}

function Move({ session }: { session: Session }) {
  const move = useMove(session);
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const navigate = useNavigate();
  const zone = move.me.timezone;
  const present = spanOf(session, zone);
  const [first, last] = [move.chosen[0], move.chosen.at(-1)];
  const next = first && last ? spanText({ starts_at: first.starts_at, ends_at: last.ends_at }, zone) : null;

  const back = () =>
    void navigate({
      to: '/sessions/$id/{-$tab}',
      params: { id: String(session.id), tab: undefined },
      search: onlyTab,
      replace: true,
      resetScroll: false,
    });
  const confirm = async () => {
    // The time was taken while the dialog was open; the panel already shows it.
    if (next === null) return setAsking(false);
    try {
      const moved = await move.moving.mutateAsync(move.chosen.map(({ id }) => id));
      toast(`Your session is moved to ${spanOf(moved, zone)}.`);
      back();
    } catch (error) {
      setFailure(errorMessage(error));
    }
    setAsking(false);
  };

  return (
    <>
      <Panel
        title={TITLE}
        subtitle={`${truncateTitle(session.session_info.title ?? session.service.label)} with ${session.partner.name}`}
        onClose={back}
        footer={
          <>
            {failure !== null && (
              <p role="alert" className={classes.error}>
                {failure}
              </p>
            )}
            <p className={classes.summary}>
              <b>{next ?? 'No new time chosen yet'}</b>
              <span>{`instead of ${present}`}</span>
            </p>
            <div className={classes.actions}>
              <Button onClick={() => (next === null ? setFailure(PICKER.empty) : setAsking(true))}>
                {TITLE}
              </Button>
            </div>
          </>
        }
      >
        <MoveTimes
          session={session}
          move={move}
          onChoose={(ids, refusal) => {
            move.choose(ids);
            setAsking(false);
            setFailure(refusal);
          }}
        />
      </Panel>
      <ConfirmDialog
        opened={asking && next !== null}
        title="Move this session?"
        confirm={TITLE}
        cancel="Keep the old time"
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      >
        <dl className={classes.fromTo}>
          <dt>From</dt>
          <dd>{present}</dd>
          <dt>To</dt>
          <dd>{next}</dd>
        </dl>
      </ConfirmDialog>
    </>
  );
}

function spanOf({ start_date, end_date }: Session, zone: string): string {
  const [starts_at, ends_at] = [Temporal.Instant.from(start_date), Temporal.Instant.from(end_date)];
  return spanText({ starts_at, ends_at }, zone);
}
