import { eventKind } from '../ctx/ctx.ts';

/** A deletion of an account was asked for; the mail makes the link that takes it back. */
export const erasureRequested = eventKind('privacy.erasure-requested');

/** A link that confirms a deletion was requested. */
export const erasureLinkRequested = eventKind('privacy.erasure-link-requested');
