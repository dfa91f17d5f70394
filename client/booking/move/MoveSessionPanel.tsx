import { Navigate, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Session } from '../../shared/sessions/contract.ts';
import { PICKER } from '../../shared/booking/texts.ts';
import type { Allowed } from '../../shared/sessions/rules-actions.ts';
import { wordsOf } from '../app/problem-words.ts';
import { useMe } from '../app/session.ts';
import { useNow } from '../app/use-now.ts';
import { truncateTitle } from '../sessions/components/list.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Panel } from '../ui/Panel.tsx';
import { RowsSkeleton } from '../ui/Skeleton.tsx';
import { toast } from '../ui/toast.ts';
import { BackToSession, onlyTab } from './components/BackToSession.tsx';
import classes from './components/Booking.module.css';
import { MoveTimes } from './components/MoveTimes.tsx';
import { mayMove } from './components/moving.ts';
import { useBooked } from './components/use-booked.ts';
import { useMove } from './components/use-move.ts';
import { spanText } from './components/words.ts';

const TITLE = 'Move session';

/** Another time for a booked session: same musician, service, length and price (decisions 4). */
export function MoveSessionPanel() {
  const booked = useBooked();
  const { role } = useMe();
  const now = useNow();
  const navigate = useNavigate();
  // Judged when it opens; what lapses meanwhile is the server's to say.
  const [allowed, setAllowed] = useState<Allowed | null>(null);
  if (allowed === null && booked.state === 'there') setAllowed(mayMove(role, booked.session, now));

  if (booked.state === 'absent') return <Navigate to="/sessions" search={onlyTab} replace />;
  if (booked.state === 'there' && allowed?.allowed === false)
    return <BackToSession id={booked.session.id} why={allowed.reason} />;
  if (booked.state === 'there') return <Move session={booked.session} />;
  return (
    <Panel title={TITLE} onClose={() => void navigate({ to: '/sessions', search: onlyTab })}>
      {booked.state === 'failed' ? (
        <ErrorState onRetry={booked.retry} retrying={booked.retrying}>
          {wordsOf(booked.error)}
        </ErrorState>
      ) : (
        <RowsSkeleton what="the session" />
      )}
    </Panel>
  );
}

function Move({ session }: { session: Session }) {
  const move = useMove(session);
  const [asking, setAsking] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
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
    try {
      const moved = await move.moving.mutateAsync(move.chosen.map(({ id }) => id));
      toast(`Your session is moved to ${spanOf(moved, zone)}.`);
      back();
    } catch (error) {
      setTrouble(wordsOf(error));
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
            {trouble !== null && (
              <p role="alert" className={classes.trouble}>
                {trouble}
              </p>
            )}
            <p className={classes.summary}>
              <b>{next ?? 'No new time chosen yet'}</b>
              <span>{`instead of ${present}`}</span>
            </p>
            <div className={classes.ways}>
              <Button onClick={() => (next === null ? setTrouble(PICKER.empty) : setAsking(true))}>
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
            setTrouble(refusal);
          }}
        />
      </Panel>
      <ConfirmDialog
        opened={asking}
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
