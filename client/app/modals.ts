import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** What every modal of the registry gets. */
export interface ModalProps {
  /** The session that it is about: `&session=` of the address. */
  readonly session: number | undefined;
  readonly onClose: () => void;
}

/** A modal that has an address of its own; its code is loaded when it opens. */
export type LazyModal = LazyExoticComponent<ComponentType<ModalProps>>;

/** The modals that `?modal=<name>` opens over any screen, by name. */
export const MODALS = {
  files: lazy(async () => ({ default: (await import('../files/FilesModal.tsx')).FilesModal })),
  'cancel-session': lazy(async () => ({
    default: (await import('../booking/CancelSessionModal.tsx')).CancelSessionModal,
  })),
  'rate-session': lazy(async () => ({
    default: (await import('../sessions/RateSessionModal.tsx')).RateSessionModal,
  })),
} satisfies Record<string, LazyModal>;
export type ModalName = keyof typeof MODALS;

interface ModalSearch {
  modal?: ModalName;
  session?: number;
}

/** The search parameters that every route has: a modal and its session. Anything unknown opens nothing. */
export function readModal({ modal, session }: Record<string, unknown>): ModalSearch {
  if (typeof modal !== 'string' || !Object.hasOwn(MODALS, modal)) return {};
  const id = typeof session === 'string' || typeof session === 'number' ? Number(session) : 0;
  const about = Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? { session: id } : {};
  return { modal: modal as ModalName, ...about };
}
