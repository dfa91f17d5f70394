import type { Session } from '../../../shared/sessions/contract.ts';
import { wordsOf } from '../../app/problem-words.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import classes from './Booking.module.css';
import { lookOfMove, pickMove } from './moving.ts';
import { Picker } from './Picker.tsx';
import type { PickerSlot } from './slots.ts';
import { TimesRead } from './TimesRead.tsx';
import type { useMove } from './use-move.ts';
import { minutesText } from './words.ts';

interface MoveTimesProps {
  readonly session: Session;
  readonly move: ReturnType<typeof useMove>;
  /** The new choice, or why a press changed nothing. */
  readonly onChoose: (ids: readonly string[], refusal: string | null) => void;
}

/** The picker for another time: as many slots as before, the present ones marked, no prices. */
export function MoveTimes({ session, move, onChoose }: MoveTimesProps) {
  const { configuration, slotsRead, service, slots, own, chosen, chooser, now, me } = move;
  if (configuration.data === undefined && configuration.isError) {
    return (
      <ErrorState onRetry={() => void configuration.refetch()} retrying={configuration.isFetching}>
        {wordsOf(configuration.error)}
      </ErrorState>
    );
  }
  if (configuration.data === undefined) return <RowsSkeleton what="the times" />;
  if (service === undefined) {
    return (
      <EmptyState title="There are no other times for this session">
        {`${session.partner.name} does not offer ${session.service.label} any more. Your session stays as it is.`}
      </EmptyState>
    );
  }
  const moving = (slot: PickerSlot) => ({ slot, chosen, all: slots, own, service, chooser });
  return (
    <div className={classes.form}>
      <h3 className={classes.heading}>New time</h3>
      <p>
        {`Choose another ${minutesText(session.duration)} with ${session.partner.name}. Everything else stays as you booked it.`}
      </p>
      <TimesRead query={slotsRead}>
        <Picker
          slots={slots}
          chosen={chosen}
          look={(slot) => lookOfMove(moving(slot))}
          press={(slot) => {
            const { ids, refusal } = pickMove(moving(slot));
            onChoose(ids, refusal);
          }}
          zone={me.timezone}
          musicianZone={session.partner.timezone}
          service={service}
          buyer={null}
          chooser={chooser}
          now={now}
        />
      </TimesRead>
    </div>
  );
}
