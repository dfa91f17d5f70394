import type { ResponseOf } from '#shared/lib/endpoint.ts';
import type { listPrices } from '#shared/operator/content/contract-prices.ts';
import { pendingText } from '#shared/operator/content/texts-prices.ts';
import { toast } from '../../ui/overlay/toast.ts';
import dialog from '../DialogForm.module.css';
import { FormDialog } from '../FormDialog.tsx';
import { useMakePrices } from './api.ts';

interface MakePricesDialogProps {
  readonly found: ResponseOf<typeof listPrices>;
  readonly onClose: () => void;
}

/** Says in numbers what happens at each provider, and does it. */
export function MakePricesDialog({ found: { providers, seen }, onClose }: MakePricesDialogProps) {
  const make = useMakePrices();
  const confirm = () =>
    make.mutate(seen, {
      onSuccess: () => {
        toast('All that is offered is sold');
        onClose();
      },
    });
  return (
    <FormDialog
      title="Make prices?"
      confirm={make.isPending ? 'Making …' : 'Make prices'}
      isPending={make.isPending}
      error={make.error}
      onSubmit={confirm}
      onClose={onClose}
    >
      <ul className={dialog.lead}>
        {providers.map(({ provider, prices }) => {
          const text = pendingText(provider, prices);
          return text === null ? null : <li key={provider}>{text}</li>;
        })}
      </ul>
      <p className={dialog.lead}>
        Whoever has a membership by a price that is taken from sale keeps it. A price can never be changed,
        only followed by another.
      </p>
    </FormDialog>
  );
}
