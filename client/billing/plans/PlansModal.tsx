import { OFFERS, PLANS } from '#shared/billing/texts.ts';
import type { ModalProps } from '../../lib/modal-props.ts';
import { useFlag } from '../../lib/flags.ts';
import { OffersDialog } from './OffersDialog.tsx';

/** What the studio offers to the person's cohort (docs/product/buying.md#plans-modal). */
export function PlansModal({ onClose }: ModalProps) {
  const title = useFlag('sale') ? OFFERS.saleTitle : PLANS.title;
  return <OffersDialog title={title} onClose={onClose} />;
}
