import { PLANS } from '#shared/billing/texts.ts';
import type { ModalProps } from '../../lib/modal-props.ts';
import { OffersDialog } from './OffersDialog.tsx';

/** What the studio offers to the person's cohort (docs/product/buying.md#plans-modal). */
export function PlansModal({ onClose }: ModalProps) {
  return <OffersDialog title={PLANS.title} onClose={onClose} />;
}
