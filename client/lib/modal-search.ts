/** The modals of part 1 "Modals mounted globally" by their names in the address; modals.ts says what each is. */
export type ModalName =
  | 'billing-upgrade'
  | 'speed-limit'
  | 'timezone'
  | 'offboarding'
  | 'onboarding'
  | 'files'
  | 'blocking'
  | 'how-it-works'
  | 'service-update'
  | 'billing-address'
  | 'rate-session'
  | 'top-up'
  | 'cancel-session'
  | 'plans'
  | 'upsell-plans';

/** What the address says of a modal beside its name. */
export interface ModalParams {
  session?: number;
  /** The tab of the files modal. */
  folder?: 'user' | 'output';
}

interface ModalSearch extends ModalParams {
  modal?: ModalName;
}

/**
 * The search parameters that every route has. The login waits for this code, so the table of modals is not in it:
 * which names there are is judged where they open, and anything unknown opens nothing.
 */
export function readModal({ modal, session, folder }: Record<string, unknown>): ModalSearch {
  if (typeof modal !== 'string') return {};
  const id = typeof session === 'string' || typeof session === 'number' ? Number(session) : 0;
  const about = Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? { session: id } : {};
  const tab: Pick<ModalParams, 'folder'> =
    modal === 'files' && (folder === 'user' || folder === 'output') ? { folder } : {};
  return { modal: modal as ModalName, ...about, ...tab };
}
