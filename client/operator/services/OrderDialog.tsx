import { useEffect, useRef, useState } from 'react';
import type { ListedService } from '#shared/operator/content/contract-services.ts';
import { Button } from '../../ui/button/Button.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { moved } from '../content/form-value.ts';
import dialog from '../DialogForm.module.css';
import { FormDialog } from '../FormDialog.tsx';
import { useOrderServices } from './api.ts';
import classes from './OrderDialog.module.css';

type Service = Pick<ListedService, 'id' | 'label'>;

interface OrderDialogProps {
  /** In the order that they have. */
  readonly services: readonly Service[];
  readonly onClose: () => void;
}

/** Puts the services in another order (docs/product/operator.md#services). */
export function OrderDialog({ services, onClose }: OrderDialogProps) {
  const [seen, setSeen] = useState(services);
  const [order, setOrder] = useState(services);
  // Others have changed them: their order is shown, and one's own begins anew.
  if (!isSame(seen, services)) {
    setSeen(services);
    setOrder(services);
  }
  const save = useOrderServices();
  const list = useRef<HTMLOListElement>(null);
  const toFocus = useRef<{ readonly at: number; readonly by: -1 | 1 } | null>(null);
  useEffect(() => {
    if (toFocus.current === null) return;
    const { at, by } = toFocus.current;
    toFocus.current = null;
    const buttons = [...(list.current?.children[at]?.querySelectorAll('button') ?? [])];
    (buttons.find(({ dataset }) => dataset['by'] === String(by)) ?? buttons[0])?.focus();
  });
  const move = (at: number, by: -1 | 1) => {
    toFocus.current = { at: at + by, by };
    setOrder(moved(order, at, at + by));
  };
  const submit = () =>
    save.mutate(
      { seen: idsOf(seen), order: idsOf(order) },
      {
        onSuccess: () => {
          toast('The order is changed');
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title="Order of the services"
      confirm="Save order"
      size="narrow"
      isPending={save.isPending}
      mayNot={isSame(seen, order)}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={dialog.lead}>Clients see them in this order, on Explore and when they book.</p>
      <ol ref={list} className={classes.list}>
        {order.map(({ id, label }, at) => (
          <li key={id}>
            <span>{label}</span>
            {at > 0 && (
              <Button kind="quiet" data-by="-1" aria-label={`Move up: ${label}`} onClick={() => move(at, -1)}>
                Up
              </Button>
            )}
            {at < order.length - 1 && (
              <Button kind="quiet" data-by="1" aria-label={`Move down: ${label}`} onClick={() => move(at, 1)}>
                Down
              </Button>
            )}
          </li>
        ))}
      </ol>
    </FormDialog>
  );
}

const idsOf = (of: readonly Service[]) => of.map(({ id }) => id);

const isSame = (a: readonly Service[], b: readonly Service[]): boolean =>
  a.length === b.length && a.every(({ id }, at) => id === b[at]?.id);
