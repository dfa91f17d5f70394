import type { EditingTexts } from '#shared/calendar/texts-editing.ts';
import { formatDay, formatTime } from '#shared/lib/time.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { useCalendarSource, type Schedule } from '../source.ts';
import { kindNames } from '../kind-names.ts';
import type { CalendarBlock, Kind } from '../week/calendar-blocks.ts';
import { blockLabel } from '../week/WeekGrid.tsx';
import { WithdrawModal } from './WithdrawModal.tsx';

interface BlockModalProps {
  readonly schedule: Schedule;
  readonly block: CalendarBlock;
  readonly onTakeOff: () => void;
  readonly onEditHours: () => void;
  readonly onTimeOff: () => void;
  readonly onClose: () => void;
}

const meanings = (texts: EditingTexts): Readonly<Record<Exclude<Kind, 'free' | 'booked'>, string>> => ({
  past: 'Nobody booked this time.',
  held: 'A client is booking this time. It stays as it is until they are done or their hold runs out.',
  offered: texts.waitingList,
  blocked: 'A session that is booked takes this time.',
  off: texts.isOff,
  busy: texts.isBusy,
});

/** What can be done with a stretch of slots. */
export function BlockModal(props: BlockModalProps) {
  const { schedule, block, onTakeOff, onEditHours, onTimeOff, onClose } = props;
  const { texts } = useCalendarSource();
  const { zone } = schedule;
  const minutes = block.from.until(block.to).total('minutes') / block.slots;
  const service = kindNames(schedule.kinds)({ category: block.category, unit_minutes: minutes });
  const title = `${formatDay(block.from, zone)}, ${formatTime(block.from, zone)} to ${formatTime(block.to, zone)}`;
  if (block.kind === 'free' && block.type === 'flexible')
    return (
      <WithdrawModal schedule={schedule} block={block} subtitle={`${title}. ${service}.`} onClose={onClose} />
    );
  if (block.kind === 'free')
    return (
      <Modal
        title={title}
        subtitle={service}
        size="short"
        onClose={onClose}
        footer={
          <>
            <Button kind="plain" onClick={onEditHours}>
              Edit weekly hours
            </Button>
            <Button onClick={onTakeOff}>Take this time off</Button>
          </>
        }
      >
        <p>
          {block.slots === 1 ? 'This slot is' : `These ${block.slots} slots are`} free and from your weekly
          hours.
        </p>
      </Modal>
    );
  return (
    <Modal
      title={title}
      subtitle={block.kind === 'busy' || block.kind === 'offered' ? blockLabel(block, zone) : service}
      size="short"
      onClose={onClose}
      footer={
        block.kind === 'off' ? (
          <Button onClick={onTimeOff}>Show time off</Button>
        ) : (
          <Button onClick={onClose}>OK</Button>
        )
      }
    >
      <p>{block.kind === 'booked' ? '' : meanings(texts)[block.kind]}</p>
    </Modal>
  );
}
