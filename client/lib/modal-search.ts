/** Names of all modals in the address (docs/product/ui.md#modals). */
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
  | 'upsell-plans'
  | 'wait';

/** Parameters of a modal in the address. */
export interface ModalParams {
  session?: number;
  /** The tab of the files modal, and of the files that the plans lead back to. */
  folder?: 'user' | 'output';
  /** Of the top-up modal, as they stand there: why it is open, whose booking waits, the number to begin with. `artist`: also
   * of the waiting list's. */
  warning?: unknown;
  artist?: unknown;
  amount?: unknown;
  /** Of the modals of plans: the offer that is paid for. */
  offer?: unknown;
  /** How that is paid, if it was chosen before. */
  method?: unknown;
}

interface ModalSearch extends ModalParams {
  modal?: ModalName;
}

/**
 * Search parameters of every route. Unknown names are refused where modals open, so that the login does not load their
 * table.
 */
export function readModal({
  modal,
  session,
  folder,
  warning,
  artist,
  amount,
  offer,
  method,
}: Record<string, unknown>): ModalSearch {
  if (typeof modal !== 'string') return {};
  const id = typeof session === 'string' || typeof session === 'number' ? Number(session) : 0;
  const about = Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? { session: id } : {};
  const tab: Pick<ModalParams, 'folder'> =
    (modal === 'files' || modal === 'plans') && (folder === 'user' || folder === 'output') ? { folder } : {};
  return {
    modal: modal as ModalName,
    ...about,
    ...tab,
    warning,
    artist,
    amount,
    offer,
    method,
  };
}
