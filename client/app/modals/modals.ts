import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { Role } from '#shared/lib/endpoint.ts';
import type { ModalProps, SessionModalProps } from '../../lib/modal-props.ts';
import type { ModalName, ModalParams } from '../../lib/modal-search.ts';

interface Registered {
  /** Its parameters in the address; closing removes them. */
  readonly params: readonly (keyof ModalParams)[];
  /** The roles that may open it. */
  readonly who: readonly Role[];
  /** false: it closes itself, and no other modal opens before that. */
  readonly closable: boolean;
}

/** A modal and its lazily loaded component. */
type RegisteredModal = Registered &
  (
    | { readonly about: null; readonly code: LazyExoticComponent<ComponentType<ModalProps>> }
    | { readonly about: 'session'; readonly code: LazyExoticComponent<ComponentType<SessionModalProps>> }
  );

const EVERYONE = ['client', 'managed', 'partner'] as const;
const ABOUT_SESSION = { about: 'session', params: ['session'], closable: true } as const;
const PLAIN = { about: null, params: [], closable: true } as const;

/** All modals by the name that `?modal=` opens over any screen (docs/product/ui.md#modals). */
export const MODALS: Readonly<Record<ModalName, RegisteredModal>> = {
  'billing-upgrade': {
    ...PLAIN,
    params: ['offer', 'method'],
    who: ['client'],
    code: lazy(async () => ({
      default: (await import('../../billing/plans/BillingUpgradeModal.tsx')).BillingUpgradeModal,
    })),
  },
  'speed-limit': {
    ...PLAIN,
    who: ['client'],
    code: lazy(async () => ({
      default: (await import('../../booking/limits/SpeedLimitModal.tsx')).SpeedLimitModal,
    })),
  },
  timezone: {
    ...PLAIN,
    who: EVERYONE,
    code: lazy(async () => ({
      default: (await import('../../accounts/time-zone/TimezoneModal.tsx')).TimezoneModal,
    })),
  },
  offboarding: {
    ...PLAIN,
    who: ['client'],
    code: lazy(async () => ({
      default: (await import('../../billing/offboarding/OffboardingModal.tsx')).OffboardingModal,
    })),
  },
  onboarding: {
    ...PLAIN,
    who: ['client'],
    closable: false,
    code: lazy(async () => ({
      default: (await import('../../accounts/onboarding/OnboardingModal.tsx')).OnboardingModal,
    })),
  },
  files: {
    ...ABOUT_SESSION,
    params: ['session', 'folder'],
    who: EVERYONE,
    code: lazy(async () => ({ default: (await import('../../files/list/FilesModal.tsx')).FilesModal })),
  },
  blocking: {
    ...PLAIN,
    who: ['client'],
    code: lazy(async () => ({
      default: (await import('../../billing/plans/BlockingModal.tsx')).BlockingModal,
    })),
  },
  'how-it-works': {
    ...PLAIN,
    who: ['client'],
    code: lazy(async () => ({
      default: (await import('../../content/help/HowItWorksModal.tsx')).HowItWorksModal,
    })),
  },
  'service-update': {
    ...PLAIN,
    who: ['client'],
    code: lazy(async () => ({
      default: (await import('../../billing/service-update/ServiceUpdateModal.tsx')).ServiceUpdateModal,
    })),
  },
  'billing-address': {
    ...PLAIN,
    who: ['client'],
    code: lazy(async () => ({
      default: (await import('../../me/billing/BillingAddressModal.tsx')).BillingAddressModal,
    })),
  },
  'rate-session': {
    ...ABOUT_SESSION,
    who: EVERYONE,
    code: lazy(async () => ({
      default: (await import('../../sessions/rate/RateSessionModal.tsx')).RateSessionModal,
    })),
  },
  'top-up': {
    ...PLAIN,
    params: ['warning', 'artist', 'amount'],
    who: ['client'],
    code: lazy(async () => ({
      default: (await import('../../billing/top-up/TopUpModal.tsx')).TopUpModal,
    })),
  },
  'cancel-session': {
    ...ABOUT_SESSION,
    who: EVERYONE,
    code: lazy(async () => ({
      default: (await import('../../booking/cancel/CancelSessionModal.tsx')).CancelSessionModal,
    })),
  },
  plans: {
    ...PLAIN,
    params: ['offer', 'method'],
    who: ['client'],
    code: lazy(async () => ({ default: (await import('../../billing/plans/PlansModal.tsx')).PlansModal })),
  },
  'upsell-plans': {
    ...PLAIN,
    params: ['offer', 'method'],
    who: ['client'],
    code: lazy(async () => ({ default: (await import('../../booking/limits/UpsellModal.tsx')).UpsellModal })),
  },
  wait: {
    ...PLAIN,
    params: ['artist'],
    who: ['client'],
    code: lazy(async () => ({ default: (await import('../../booking/waiting/WaitModal.tsx')).WaitModal })),
  },
};

/** The modal of a name; null for an unregistered one. */
export function modalOf(name: string): RegisteredModal | null {
  return Object.hasOwn(MODALS, name) ? MODALS[name as ModalName] : null;
}
