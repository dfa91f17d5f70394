import { createHash } from 'node:crypto';
import { deadlineAnywhere, REFERRAL_REWARD } from '#shared/referrals/rules.ts';
import { WELCOME } from '#shared/referrals/texts.ts';
import { STUDIO_NAME } from '../../content/service.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { openInvitation } from '../queries-mails.ts';
import { displayName, forSubject, type MailContent } from '../../mail/templates/mail-content.ts';
import { linkTo, WANTS_ALL, type Template } from './recipient.ts';

/** The token with which an invited address refuses: the invitation's id and a hash of its code. */
export function refusalToken({ id, code }: { readonly id: string; readonly code: string }): string {
  return `${id}.${createHash('sha256').update(`no more invitations ${code}`).digest('hex')}`;
}

/** A friend's invitation, or its reminder (docs/product/referrals.md#invitation-mails). */
export const invitation: Template<'invitation'> = async (ctx, { about, reminded_at }) => {
  const invitation = await openInvitation(ctx.db, about, ctx.now);
  if (invitation === undefined) return null;
  const recipient = {
    email: invitation.email,
    name: '',
    // The invitee's zone is unknown, so the time is in their friend's zone, with its name.
    zone: invitation.zone,
    role: 'client',
    front: 'studio',
    personId: null,
    wants: WANTS_ALL,
    token: refusalToken(invitation),
  } as const;
  const content = contentOf(ctx, invitation, reminded_at !== undefined);
  return { recipient, write: () => Promise.resolve(content) };
};

type Invitation = NonNullable<Awaited<ReturnType<typeof openInvitation>>>;

function contentOf(ctx: Ctx, invitation: Invitation, reminds: boolean): MailContent {
  const friend = displayName(invitation.inviter_name);
  const query = { artist: friend, code: invitation.code, email: invitation.email };
  return {
    subject: reminds
      ? `${forSubject(friend)} would still like to see you at ${STUDIO_NAME}`
      : `${forSubject(friend)} invites you to ${STUDIO_NAME}`,
    preview: `Book one-to-one sessions with musicians, mixers and engineers. You both earn ${REFERRAL_REWARD} credits.`,
    heading: reminds ? 'Your invitation is still open' : `${friend} invites you`,
    parts: [
      {
        text: `${friend} makes music with ${STUDIO_NAME} and would like you to join: book one-to-one sessions with musicians, mixers and engineers, wherever you are.`,
      },
      {
        text: `Sign up by this invitation and become a member, and you both earn ${REFERRAL_REWARD} credits.`,
      },
      ...(ctx.flags['free-trial'] ? [{ text: WELCOME.firstCredit }] : []),
      { button: 'See your invitation', url: linkTo(ctx.settings, 'studio', '/welcome', query) },
      { note: deadlineAnywhere(invitation.expires_at, ctx.now) },
    ],
  };
}
