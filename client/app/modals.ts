import type { ComponentType, LazyExoticComponent } from 'react';

/** What every modal of the registry gets. */
export interface ModalProps {
  readonly onClose: () => void;
}

/** A modal that has an address of its own; its code is loaded when it opens. */
export type LazyModal = LazyExoticComponent<ComponentType<ModalProps>>;

/**
 * The modals that `?modal=<name>` opens over any screen, by name. One line each, e.g.
 * `'speed-limit': lazy(async () => ({ default: (await import('../booking/SpeedLimitModal.tsx')).SpeedLimitModal }))`.
 */
export const MODALS = {} satisfies Record<string, LazyModal>;
export type ModalName = keyof typeof MODALS;

/** The search parameters that every route has. An unknown name opens nothing. */
export function readModal(search: Record<string, unknown>): { modal?: ModalName } {
  const { modal } = search;
  return typeof modal === 'string' && Object.hasOwn(MODALS, modal) ? { modal: modal as ModalName } : {};
}
