import { FILTERS } from '#shared/explore/texts.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { FilterFields } from './FilterFields.tsx';
import type { FilterSheetProps } from './FilterSheet.tsx';

/** The filters over the whole screen. */
export function FilterDialog({
  filters,
  active,
  total,
  onClose,
}: FilterSheetProps & { readonly onClose: () => void }) {
  return (
    <Modal
      title={FILTERS.title}
      onClose={onClose}
      footer={
        <>
          {active > 0 && (
            <Button kind="plain" onClick={filters.clear}>
              {FILTERS.clear}
            </Button>
          )}
          <Button onClick={onClose}>{total === undefined ? FILTERS.showAny : FILTERS.show(total)}</Button>
        </>
      }
    >
      <FilterFields filters={filters} />
    </Modal>
  );
}
