import { eventKind } from '../ctx/ctx.ts';

/** A musician sent their profile for approval; `version`: of the draft. */
export const profileSubmitted = eventKind('catalogue.profile-submitted');

/** The operator approved a profile: it is published. */
export const profileApproved = eventKind('catalogue.profile-approved');

/** The operator returned a profile with a note. */
export const profileReturned = eventKind('catalogue.profile-returned');
