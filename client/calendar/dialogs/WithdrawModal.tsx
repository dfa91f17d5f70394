import { useState } from 'react';
import { formatTime } from '#shared/lib/time.ts';
import { Toggle } from '../../ui/form/Toggle.tsx';
import type { Schedule } from '../source.ts';
import type { CalendarBlock } from '../week/calendar-blocks.ts';
import { ChangeModal } from './ChangeModal.tsx';

interface WithdrawModalProps {
  readonly schedule: Schedule;
  readonly block: CalendarBlock;
  readonly subtitle: string;
  readonly onClose: () => void;
}

/** Withdraws offers of a stretch, all or some of them (docs/product/calendar.md#offers). */
export function WithdrawModal({ schedule, block, subtitle, onClose }: WithdrawModalProps) {
  const [kept, setKept] = useState<readonly string[]>([]);
  const slots = block.ids.filter((id) => !kept.includes(id));
  const minutes = block.from.until(block.to).total('minutes') / block.slots;
  const timeAt = (n: number) => formatTime(block.from.add({ minutes: n * minutes }), schedule.zone);
  return (
    <ChangeModal
      title={block.slots === 1 ? 'Withdraw an offer' : 'Withdraw offers'}
      subtitle={subtitle}
      schedule={schedule}
      change={slots.length === 0 ? null : { kind: 'withdraw', slots }}
      action="Withdraw"
      said={slots.length === 1 ? 'The offer is withdrawn.' : 'The offers are withdrawn.'}
      danger
      onClose={onClose}
    >
      {block.slots > 1 && (
        <div>
          {block.ids.map((id, n) => (
            <Toggle
              key={id}
              label={`Withdraw ${timeAt(n)} to ${timeAt(n + 1)}`}
              on={!kept.includes(id)}
              onChange={(on) => setKept(on ? kept.filter((one) => one !== id) : [...kept, id])}
            />
          ))}
        </div>
      )}
    </ChangeModal>
  );
}
