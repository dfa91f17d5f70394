import { SERVICE_TEXTS } from '#shared/operator/content/texts-services.ts';
import { toast } from '../../ui/overlay/toast.ts';
import dialog from '../DialogForm.module.css';
import { FormDialog } from '../FormDialog.tsx';
import { useOfferService } from './api.ts';

interface OfferDialogProps {
  readonly service: { readonly id: string; readonly label: string; readonly is_offered: boolean };
  readonly onClose: () => void;
}

/** Says what stopping a service does, or offering it, and does it. */
export function OfferDialog({ service: { id, label, is_offered }, onClose }: OfferDialogProps) {
  const offer = useOfferService(id);
  const confirm = () =>
    offer.mutate(!is_offered, {
      onSuccess: () => {
        toast(is_offered ? 'It is no longer offered' : 'It is offered');
        onClose();
      },
    });
  return (
    <FormDialog
      title={is_offered ? `Stop offering ${label}?` : `Offer ${label}?`}
      confirm={is_offered ? 'Stop offering it' : 'Offer it'}
      isDanger={is_offered}
      isPending={offer.isPending}
      error={offer.error}
      onSubmit={confirm}
      onClose={onClose}
    >
      <p className={dialog.lead}>{is_offered ? SERVICE_TEXTS.stopLead : SERVICE_TEXTS.offerLead}</p>
    </FormDialog>
  );
}
