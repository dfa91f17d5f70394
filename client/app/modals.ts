/** What every modal of the registry gets. */
export interface ModalProps {
  /** The session that it is about: `&session=` of the address. */
  readonly session: number | undefined;
  readonly onClose: () => void;
}

/** The modals that `?modal=<name>` opens over any screen; ModalHost.tsx has their code. */
export const MODAL_NAMES = ['files', 'cancel-session', 'rate-session'] as const;
export type ModalName = (typeof MODAL_NAMES)[number];

interface ModalSearch {
  modal?: ModalName;
  session?: number;
  /** The tab of the files modal. */
  folder?: 'user' | 'output';
}

/** The search parameters that every route has: a modal, its session, and for the files the folder. Anything unknown opens nothing. */
export function readModal({ modal, session, folder }: Record<string, unknown>): ModalSearch {
  const name = MODAL_NAMES.find((known) => known === modal);
  if (name === undefined) return {};
  const id = typeof session === 'string' || typeof session === 'number' ? Number(session) : 0;
  const about = Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? { session: id } : {};
  const tab: Pick<ModalSearch, 'folder'> =
    name === 'files' && (folder === 'user' || folder === 'output') ? { folder } : {};
  return { modal: name, ...about, ...tab };
}
