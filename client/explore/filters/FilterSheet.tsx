import { useState } from 'react';
import { FILTERS } from '#shared/explore/texts.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { FilterFields } from './FilterFields.tsx';
import type { Filters } from './use-filters.ts';

interface FilterSheetProps {
  readonly filters: Filters;
  /** How many filters are on. */
  readonly active: number;
  /** How many musicians fit; undefined while that is not known. */
  readonly total: number | undefined;
}

/** Where there is no room for the sidebar: a button, and the filters over the whole screen. */
export function FilterSheet({ filters, active, total }: FilterSheetProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button kind="plain" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {FILTERS.open(active)}
      </Button>
      {isOpen && (
        <Modal
          title={FILTERS.title}
          onClose={close}
          footer={
            <>
              {active > 0 && (
                <Button kind="plain" onClick={filters.clear}>
                  {FILTERS.clear}
                </Button>
              )}
              <Button onClick={close}>{total === undefined ? FILTERS.showAny : FILTERS.show(total)}</Button>
            </>
          }
        >
          <FilterFields filters={filters} />
        </Modal>
      )}
    </>
  );
}
