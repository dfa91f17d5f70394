import { createHash } from 'node:crypto';
import { REFERRAL_REWARD } from '../../../shared/referrals/rules.ts';
import { STUDIO_NAME } from '../../content/service.ts';
import { openInvitation } from '../queries-mails.ts';
import { inSubject, inZone, spokenName } from './letter.ts';
import { linkTo, type Template } from './reader.ts';

/**
 * What an invited address refuses further invitations by: the invitation, and a hash of its code, which only the mail
 * to that address holds.
 */
export function refusalToken({ id, code }: { readonly id: string; readonly code: string }): string {
  return `${id}.${createHash('sha256').update(`no more invitations ${code}`).digest('hex')}`;
}

/** A friend's invitation, and its reminder, which has a `detail`: when it was asked for (decisions 9). */
export const invitation: Template = {
  async reader(ctx, { about }) {
    const found = await openInvitation(ctx.db, about, ctx.now);
    if (found === undefined) return null;
    const wants = { booking: true, cancellation: true, files: true, marketing: true };
    return {
      email: found.email,
      name: '',
      // Nothing is known of where they live: their friend's zone, by its name, is as good as any.
      zone: found.zone,
      role: 'client',
      front: 'studio',
      personId: null,
      wants,
      token: refusalToken(found),
    };
  },
  async letter(ctx, { about, detail }, reader) {
    const found = await openInvitation(ctx.db, about, ctx.now);
    if (found === undefined) return null;
    const friend = spokenName(found.inviter_name);
    const reminds = detail !== undefined;
    const query = { artist: friend, code: found.code, email: found.email };
    return {
      subject: reminds
        ? `${inSubject(friend)} would still like to see you at ${STUDIO_NAME}`
        : `${inSubject(friend)} invites you to ${STUDIO_NAME}`,
      preview: `Book one-to-one sessions with musicians, mixers and engineers. You both earn ${REFERRAL_REWARD} credits.`,
      heading: reminds ? 'Your invitation is still open' : `${friend} invites you`,
      parts: [
        {
          say: `${friend} makes music with ${STUDIO_NAME} and would like you to join: book one-to-one sessions with musicians, mixers and engineers, wherever you are.`,
        },
        {
          say: `Sign up by this invitation and become a member, and you both earn ${REFERRAL_REWARD} credits.`,
        },
        { button: 'See your invitation', url: linkTo(ctx.settings, 'studio', '/welcome', query) },
        { note: `The invitation is open until ${inZone(found.expires_at, reader.zone)}.` },
      ],
    };
  },
};
