import type { Limitations } from '#shared/content/contract.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';

type Words = Pick<Limitations, 'booking_priority_header' | 'booking_priority_body'>;

/** That members book first, in the operator's words (docs/product/calendar.md#priority-window). */
export function PriorityNotice({ limitations }: { readonly limitations: Words }) {
  return (
    <Notice tone="waiting" title={limitations.booking_priority_header}>
      {limitations.booking_priority_body}
    </Notice>
  );
}
