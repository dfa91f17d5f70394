import type { Coupon } from '#shared/operator/content/contract-coupons.ts';
import { COUPON_TEXTS } from '#shared/operator/content/texts-coupons.ts';
import { toast } from '../../ui/overlay/toast.ts';
import dialog from '../DialogForm.module.css';
import { FormDialog } from '../FormDialog.tsx';
import { useEndCoupon } from './api.ts';

interface EndCouponDialogProps {
  readonly coupon: Pick<Coupon, 'id' | 'code'>;
  readonly onClose: () => void;
}

/** Says what ending a coupon does, and does it. */
export function EndCouponDialog({ coupon: { id, code }, onClose }: EndCouponDialogProps) {
  const end = useEndCoupon(id);
  const confirm = () =>
    end.mutate(undefined, {
      onSuccess: () => {
        toast(`${code} has ended`);
        onClose();
      },
    });
  return (
    <FormDialog
      title={`End ${code}?`}
      confirm={end.isPending ? 'Ending …' : 'End coupon'}
      isDanger
      isPending={end.isPending}
      error={end.error}
      onSubmit={confirm}
      onClose={onClose}
    >
      <p className={dialog.lead}>{COUPON_TEXTS.endLead}</p>
    </FormDialog>
  );
}
