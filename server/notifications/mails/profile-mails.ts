import { oneLine } from '#shared/lib/text.ts';
import { profileStanding } from '../../catalogue/service.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { greeting, toPerson } from './account-mails.ts';
import type { Draft, Mailer } from './mailer.ts';
import { linkTo, studioSupport } from './recipient.ts';
import { programCommand } from '../../lib/program-command.ts';

/** A profile that waits for approval, to the studio (docs/product/profiles.md#approval). */
export const profileSubmitted: Mailer<'profile-submitted'> = async (ctx, { about, version }) => ({
  recipient: studioSupport(ctx.settings),
  write: () => draft(ctx, about, version),
});

const profile = (words: string) => programCommand('studio', `musicians profile ${words}`);

async function draft({ db }: Ctx, musicianId: string, version: number): Promise<Draft | null> {
  const standing = await profileStanding(db, musicianId);
  if (standing?.state !== 'waiting' || standing.version !== version) return null;
  const { slug } = standing;
  const name = oneLine(standing.name);
  return {
    subject: `${name} sends a profile for approval`,
    text: [
      `${name} would like to publish ${standing.isPublished ? 'changes of their page' : 'their page'}.`,
      '',
      `What it says:  ${profile(`show ${slug}`)}`,
      `Publish it:    ${profile(`approve ${slug} --version ${version}`)}`,
      `Return it:     ${profile(`return ${slug} --version ${version} --note "…"`)}`,
      '',
    ].join('\n'),
  };
}

/** A profile was approved and published. */
export const profileApproved = toPerson<'profile-approved'>(async (ctx, _mail, recipient) => ({
  subject: 'Your page is published',
  preview: 'Clients see it now.',
  heading: 'Your page is published',
  parts: [
    greeting(recipient),
    { text: 'The studio has looked at your profile and published it. Clients see it now.' },
    { button: 'Look at your profile', url: linkTo(ctx.settings, recipient.front, '/profile') },
  ],
}));

/** A profile was returned, with the studio's note. */
export const profileReturned = toPerson<'profile-returned'>(async (ctx, { about }, recipient) => {
  const standing = await profileStanding(ctx.db, about);
  if (standing === undefined || standing.returnedNote === null) return null;
  return {
    subject: 'Please look at your profile again',
    preview: 'The studio asks you to change something before it is published.',
    heading: 'Your profile is not published yet',
    parts: [
      greeting(recipient),
      {
        text: 'The studio has looked at your profile and asks you to change something before it is published:',
      },
      { quote: standing.returnedNote },
      { button: 'Change your profile', url: linkTo(ctx.settings, recipient.front, '/profile') },
    ],
  };
});
