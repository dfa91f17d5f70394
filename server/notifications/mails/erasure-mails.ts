import { STUDIO_NAME } from '../../content/service.ts';
import { erasureOf } from '../../privacy/service.ts';
import { issueLink } from '../issue-link.ts';
import { inZone } from '../../mail/templates/mail-content.ts';
import { greeting, toPerson } from './account-mails.ts';
import { linkTo } from './recipient.ts';

/** When an account will be deleted, with the link that keeps it; null once that was taken back or done. */
export const erasureRequested = toPerson<'erasure-requested'>(async (ctx, { about }, recipient) => {
  const { asked } = await erasureOf(ctx.db, about);
  if (asked === null) return null;
  const day = inZone(Temporal.Instant.from(asked.due_at), recipient.zone);
  const token = await issueLink(ctx, about, 'keep_account');
  return {
    subject: `Your account at ${STUDIO_NAME} will be deleted`,
    preview: `On ${day}. Until then you can keep it.`,
    heading: 'Your account will be deleted',
    parts: [
      greeting(recipient),
      {
        text: asked.by_studio
          ? `The studio will delete your account on ${day}.`
          : `As you asked, your account will be deleted on ${day}.`,
      },
      {
        text: 'Your name, address, picture, texts and files go. Sessions and invoices stay in the books without your name, or as tax law wants them. There is no mail when it is done, since your address is gone by then.',
      },
      { button: 'Keep my account', url: linkTo(ctx.settings, recipient.front, '/keep-account', { token }) },
      { note: 'Was this not you? Then keep your account, and choose a new password.' },
    ],
  };
});

/** The link that confirms a deletion, for accounts without a password. */
export const confirmErasure = toPerson<'confirm-erasure'>(async (ctx, { about }, recipient) => {
  const token = await issueLink(ctx, about, 'delete_account');
  return {
    subject: `Confirm that you want to delete your account at ${STUDIO_NAME}`,
    preview: 'This link works once, for 24 hours.',
    heading: 'Delete your account?',
    parts: [
      greeting(recipient),
      {
        text: 'Somebody, hopefully you, wants to delete your account. Confirm it, and it is deleted 14 days later; until then you can keep it.',
      },
      {
        button: 'Delete my account',
        url: linkTo(ctx.settings, recipient.front, '/delete-account', { token }),
      },
      { note: 'The link works once, for 24 hours. Was this not you? Then you need not do anything.' },
    ],
  };
});
