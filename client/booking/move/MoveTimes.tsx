import { useMemo } from 'react';
import type { Session } from '#shared/sessions/contract.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import classes from '../form/Booking.module.css';
import { moveSlotViewOf, pickMove } from './moving.ts';
import { openingsOf, memoized, type PickedService } from '../time/pick.ts';
import { Picker } from '../time/Picker.tsx';
import { TimesSkeleton } from '../time/TimesSkeleton.tsx';
import { useTakenSlots } from '../time/use-taken-slots.ts';
import type { useMove } from './use-move.ts';
import { minutesText } from '../form/format.ts';

interface MoveTimesProps {
  readonly session: Session;
  readonly move: ReturnType<typeof useMove>;
  /** The new selection, or why a press was refused. */
  readonly onChoose: (ids: readonly string[], refusal: string | null) => void;
}

/** The picker for another time: as many slots as before, without prices. */
export function MoveTimes({ session, move, onChoose }: MoveTimesProps) {
  const { configuration, slotsResult, service } = move;
  return (
    <QueryView query={configuration} loading={<RowsSkeleton what="the times" />}>
      {() =>
        service === undefined ? (
          <EmptyState title="There are no other times for this session">
            {`${session.partner.name} does not offer ${session.service.label} any more. Your session stays as it is.`}
          </EmptyState>
        ) : (
          <div className={classes.form}>
            <h3 className={classes.heading}>New time</h3>
            <p>
              {`Choose another ${minutesText(session.duration)} with ${session.partner.name}. Everything else stays as you booked it.`}
            </p>
            <QueryView query={slotsResult} loading={<TimesSkeleton />}>
              {() => <Times session={session} move={move} service={service} onChoose={onChoose} />}
            </QueryView>
          </div>
        )
      }
    </QueryView>
  );
}

function Times({ session, move, service, onChoose }: MoveTimesProps & { readonly service: PickedService }) {
  const { slots, ownIds, chosen, chooser, now, me } = move;
  const openings = useMemo(() => openingsOf(slots, service, chooser), [slots, service, chooser]);
  // A moved session keeps its length, so a partial selection is useless.
  useTakenSlots(chosen, openings, me.timezone, (_remaining, message) => onChoose([], message));
  const viewOf = useMemo(
    () => memoized((slot) => moveSlotViewOf({ slot, chosen, ownIds, openings })),
    [chosen, ownIds, openings],
  );
  return (
    <Picker
      slots={slots}
      chosen={chosen}
      viewOf={viewOf}
      press={(slot) => {
        const { ids, refusal } = pickMove({ slot, chosen, ownIds, openings });
        onChoose(ids, refusal);
      }}
      zone={me.timezone}
      musicianZone={session.partner.timezone}
      service={service}
      buyer={null}
      openings={openings}
      limited={me.has_limitations}
      moves
      now={now}
    />
  );
}
