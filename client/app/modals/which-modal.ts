import { isOnboardingDue } from '#shared/accounts/rules-onboarding.ts';
import { haveDifferentTimes } from '#shared/lib/zones.ts';
import type { Me } from '#shared/me/contract.ts';
import type { ModalName } from '../../lib/modal-search.ts';
import { modalOf } from './modals.ts';

/** Input of the decision which modal is open. */
export interface ModalInput {
  readonly me: Pick<Me, 'role' | 'status' | 'timezone' | 'isOnboardingCompleted' | 'service_update'>;
  /** The modal named by the address. */
  readonly requested: ModalName | undefined;
  /** The session named by the address. */
  readonly session: number | undefined;
  /** The modal that is open now. */
  readonly current: ModalName | null;
  /** Whether that one opened by itself. */
  readonly isOwn: boolean;
  readonly browserZone: string;
  /** The browser's zone at the last answer to the time zone question; null before the first. */
  readonly answeredZone: string | null;
  /** Whether the person is in the middle of a form, a panel or an upload. */
  readonly busy: boolean;
  readonly now: Temporal.Instant;
}

/** The one modal to show, by the order of docs/product/ui.md#modals; null for none. */
export function whichModal(input: ModalInput): ModalName | null {
  const { me, requested, current } = input;
  if (me.status === 'signup') return null;
  if (current !== null && modalOf(current)?.closable === false) return current;
  if (isOnboardingDue(me)) return 'onboarding';
  if (requested !== undefined && refusalOf(requested, input) === null) return requested;
  if (isServiceUpdateDue(input)) return 'service-update';
  return isZoneDue(input) ? 'timezone' : null;
}

/** The message for an address whose modal does not open; null where it does, or where another one comes first. */
export function modalRefusal(input: ModalInput): string | null {
  const { me, requested, current } = input;
  if (requested === undefined || requested === current || me.status === 'signup' || isOnboardingDue(me))
    return null;
  if (current !== null && modalOf(current)?.closable === false) return null;
  return refusalOf(requested, input);
}

/** Why a modal does not open, as text for the person; null where it opens. */
function refusalOf(name: ModalName, { me, session, browserZone, now }: ModalInput): string | null {
  const modal = modalOf(name);
  if (modal === null) return REFUSALS.unknown;
  if (!modal.who.includes(me.role)) return REFUSALS.notYours;
  if (modal.about === 'session' && session === undefined) return REFUSALS.noSession;
  if (name === 'onboarding') return REFUSALS.onboarded;
  if (name === 'timezone' && !haveDifferentTimes(browserZone, me.timezone, now)) return REFUSALS.sameZone;
  return null;
}

const REFUSALS = {
  unknown: 'This link does not work. It may be old or incomplete.',
  notYours: 'This link is for another kind of account.',
  noSession: 'This link has no session in it. Open the session from My Sessions instead.',
  onboarded: 'You have answered these questions already.',
  sameZone: 'Your account and this browser are in the same time zone.',
} as const;

/** Opened by itself it stays until it is closed, and it never opens during other work (docs/product/leaving.md#service-update). */
function isServiceUpdateDue({ me, current, isOwn, busy }: ModalInput): boolean {
  return (isOwn && current === 'service-update') || (me.service_update !== null && !busy);
}

/**
 * Once per browser zone, only where times would differ, and never during other work
 * (docs/product/accounts.md#time-zone-question).
 */
function isZoneDue({ me, current, browserZone, answeredZone, busy, now }: ModalInput): boolean {
  return (
    modalOf('timezone')?.who.includes(me.role) === true &&
    browserZone !== answeredZone &&
    (current === 'timezone' || !busy) &&
    haveDifferentTimes(browserZone, me.timezone, now)
  );
}
