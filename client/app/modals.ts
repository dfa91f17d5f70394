import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { Role } from '../../shared/lib/endpoint.ts';
import type { ModalName, ModalParams } from './modal-search.ts';

/** What every modal of the registry gets. */
export interface ModalProps {
  /** The session that it is about: `&session=` of the address. */
  readonly session: number | undefined;
  readonly onClose: () => void;
}

interface RegisteredModal {
  /** Its parameters in the address; closing it takes them out. */
  readonly params: readonly (keyof ModalParams)[];
  /** Who it is for; for everyone else its name opens nothing. */
  readonly who: readonly Role[];
  /** false: it says itself when it may go, and nothing else opens before. */
  readonly closable: boolean;
  /** Loaded when it opens. */
  readonly code: LazyExoticComponent<ComponentType<ModalProps>>;
}

const PEOPLE = ['client', 'managed', 'partner'] as const;
const ABOUT_SESSION = { params: ['session'], closable: true } as const;
const PLAIN = { params: [], closable: true } as const;

/** Belongs to money: its name is known, and opens nothing until money is built. */
const WITH_MONEY = null;

/** All modals of part 1 section 2 "Modals mounted globally", by the name that `?modal=` opens over any screen. */
export const MODALS: Readonly<Record<ModalName, RegisteredModal | null>> = {
  'billing-upgrade': WITH_MONEY,
  'speed-limit': {
    ...PLAIN,
    who: ['client'],
    code: lazy(async () => ({ default: (await import('../booking/SpeedLimitModal.tsx')).SpeedLimitModal })),
  },
  timezone: {
    ...PLAIN,
    who: PEOPLE,
    code: lazy(async () => ({ default: (await import('../accounts/TimezoneModal.tsx')).TimezoneModal })),
  },
  offboarding: WITH_MONEY,
  onboarding: {
    params: [],
    who: ['client'],
    closable: false,
    code: lazy(async () => ({ default: (await import('../accounts/OnboardingModal.tsx')).OnboardingModal })),
  },
  files: {
    params: ['session', 'folder'],
    who: PEOPLE,
    closable: true,
    code: lazy(async () => ({ default: (await import('../files/FilesModal.tsx')).FilesModal })),
  },
  blocking: {
    ...PLAIN,
    who: ['client'],
    code: lazy(async () => ({ default: (await import('../billing/BlockingModal.tsx')).BlockingModal })),
  },
  'how-it-works': {
    ...PLAIN,
    who: ['client'],
    code: lazy(async () => ({ default: (await import('../content/HowItWorksModal.tsx')).HowItWorksModal })),
  },
  'service-update': WITH_MONEY,
  'billing-address': {
    ...PLAIN,
    who: ['client'],
    code: lazy(async () => ({
      default: (await import('../me/BillingAddressModal.tsx')).BillingAddressModal,
    })),
  },
  'rate-session': {
    ...ABOUT_SESSION,
    who: PEOPLE,
    code: lazy(async () => ({
      default: (await import('../sessions/RateSessionModal.tsx')).RateSessionModal,
    })),
  },
  'top-up': WITH_MONEY,
  'cancel-session': {
    ...ABOUT_SESSION,
    who: PEOPLE,
    code: lazy(async () => ({
      default: (await import('../booking/CancelSessionModal.tsx')).CancelSessionModal,
    })),
  },
  plans: {
    ...PLAIN,
    who: ['client'],
    code: lazy(async () => ({ default: (await import('../billing/PlansModal.tsx')).PlansModal })),
  },
  'upsell-plans': WITH_MONEY,
};

/** The modal of a name, null for what nobody has registered. */
export function modalOf(name: string): RegisteredModal | null {
  return Object.hasOwn(MODALS, name) ? MODALS[name as ModalName] : null;
}
