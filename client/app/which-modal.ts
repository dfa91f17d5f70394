import { isOnboardingDue } from '../../shared/accounts/rules-onboarding.ts';
import { isSameZone } from '../../shared/lib/zones.ts';
import type { Me } from '../../shared/me/contract.ts';
import type { ModalName } from './modal-search.ts';
import { modalOf } from './modals.ts';

/** What decides which modal is open. */
export interface Wanted {
  readonly me: Pick<Me, 'role' | 'status' | 'timezone' | 'isOnboardingCompleted'>;
  /** The one that the address names. */
  readonly asked: ModalName | undefined;
  /** The one that is open now. */
  readonly present: ModalName | null;
  readonly browserZone: string;
  /** The browser's zone when it was last answered for, null before that. */
  readonly answeredZone: string | null;
}

/**
 * One modal at a time. One that may not be closed stays; then what has to be done first (onboarding); then what
 * the address asks for; then what the browser noticed (its time zone). Whoever has no plan yet chooses one before all of it.
 */
export function whichModal(wanted: Wanted): ModalName | null {
  const { me, asked, present } = wanted;
  if (me.status === 'signup') return null;
  if (present !== null && modalOf(present)?.closable === false) return present;
  if (isOnboardingDue(me)) return 'onboarding';
  if (asked !== undefined && mayOpen(asked, wanted)) return asked;
  return isZoneDue(wanted) ? 'timezone' : null;
}

/** Whether a name of the address opens anything: what has no occasion does not. */
function mayOpen(name: ModalName, wanted: Wanted): boolean {
  const registered = modalOf(name);
  if (!registered?.who.includes(wanted.me.role)) return false;
  if (name === 'onboarding') return false;
  return name !== 'timezone' || !isSameZone(wanted.browserZone, wanted.me.timezone);
}

/** Once for each zone that the browser comes to, where it is not the account's. */
function isZoneDue({ me, browserZone, answeredZone }: Wanted): boolean {
  return (
    modalOf('timezone')?.who.includes(me.role) === true &&
    browserZone !== answeredZone &&
    !isSameZone(browserZone, me.timezone)
  );
}
