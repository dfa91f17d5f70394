import { eventKind } from '../lib/events.ts';

/** Somebody has made an account, or waits for a place in the studio. */
export const signedUp = eventKind<{ person_id: string }>('accounts.signed-up');

/** Somebody who has a password wants to choose another; the mail makes the link's secret when it is sent. */
export const resetAsked = eventKind<{ person_id: string }>('accounts.reset-asked');

/** Somebody wants to sign in by a link; `next` is a path that was checked. */
export const signInLinkAsked = eventKind<{ person_id: string; next?: string }>('accounts.sign-in-link-asked');

/** The operator has made an account for a musician, a managed client or another operator, who choose a password. */
export const invitedToStudio = eventKind<{ person_id: string }>('accounts.invited-to-studio');

/** The operator has let somebody in from the waiting list. */
export const admitted = eventKind<{ person_id: string }>('accounts.admitted');

/** A password has changed; its owner is told, whoever did it. */
export const passwordChanged = eventKind<{ person_id: string }>('accounts.password-changed');

/** Somebody has asked for a link by an address, known or not: what comes of it is found out behind their back. */
export const linkAsked = eventKind<{ person_id: string | null; link: 'reset' | 'sign_in'; next?: string }>(
  'accounts.link-asked',
);
