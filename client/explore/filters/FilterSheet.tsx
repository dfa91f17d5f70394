import { useEffect, useState } from 'react';
import { FILTERS } from '#shared/explore/texts.ts';
import { Button } from '../../ui/button/Button.tsx';
import { LazyComponent } from '../../ui/layout/LazyComponent.tsx';
import { loadWhenIdle } from '../../ui/layout/when-idle.ts';
import type { Filters } from './use-filters.ts';

export interface FilterSheetProps {
  readonly filters: Filters;
  /** How many filters are on. */
  readonly active: number;
  /** How many musicians fit; undefined while that is not known. */
  readonly total: number | undefined;
}

const load = async () => (await import('./FilterDialog.tsx')).FilterDialog;

/** Where there is no room for the sidebar: a button, and the filters over the whole screen. */
export function FilterSheet(props: FilterSheetProps) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => loadWhenIdle(load), []);
  return (
    <>
      <Button kind="plain" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {FILTERS.open(props.active)}
      </Button>
      {isOpen && <LazyComponent load={load} enabled props={{ ...props, onClose: () => setOpen(false) }} />}
    </>
  );
}
