import { setTimeout as wait } from 'node:timers/promises';
import path from 'node:path';
import { admitted, invitedToStudio } from '#server/accounts/events.ts';
import { sendMail } from '#server/notifications/jobs.ts';
import { listOutbox } from '#server/mail/outbox/read.ts';
import { admit, invitePerson, isMailSent, listWaiting } from '#server/operator/service.ts';
import { INVITED_ROLES, type InvitedRole } from '#shared/operator/rules.ts';
import type { StudioAccess } from './open-studio.ts';
import {
  columns,
  CommandError,
  UsageError,
  invalidInput,
  type Command,
  type ParsedArguments,
} from './command.ts';
import { CANCELLATIONS } from './cancellations.ts';
import { IMPORT } from './import-members.ts';

/** How long a mail is waited for; what is not sent by then Talkback sends while it runs. */
const MAIL_MS = 15_000;

/** What the commands tell of. */
const OURS = [invitedToStudio.event, admitted.event];

const REFUSALS = {
  invalid: 'Nobody was invited.',
  operator_exists: 'The studio has an operator already. Say --another to make one more.',
  email_taken: 'This e-mail has an account already.',
  slug_taken: 'Another musician has this slug.',
} as const;

const list = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

async function invite(at: StudioAccess, args: ParsedArguments): Promise<string[]> {
  const role = roleOf(args);
  const invited = await invitePerson(at.ctx, {
    role,
    email: args.value('email') ?? '',
    name: args.value('name') ?? '',
    zone: args.value('zone') ?? 'UTC',
    another: args.is('another'),
    ...(role === 'partner' && {
      musician: {
        slug: args.value('slug') ?? '',
        title: args.value('title') ?? '',
        services: list(args.value('services')),
        instruments: list(args.value('instruments')),
      },
    }),
  });
  if (!invited.ok) throw invalidInput(REFUSALS[invited.reason], invited.errors);
  const { name, email } = invited.value;
  return [
    `${name} <${email}> has an account as ${role}.`,
    ...(await mailed(at, { to: email, template: 'choose-password' })),
  ];
}

function roleOf({ positionals: [word = ''] }: ParsedArguments): InvitedRole {
  const role = INVITED_ROLES.find((known) => known === word);
  if (role === undefined) throw new UsageError(`Whom? One of ${INVITED_ROLES.join(', ')}, not "${word}".`);
  return role;
}

function checkInvite(args: ParsedArguments): void {
  const role = roleOf(args);
  for (const option of ['slug', 'title', 'services', 'instruments'])
    if (role !== 'partner' && args.value(option) !== undefined)
      throw new UsageError(`--${option} is for a partner.`);
  if (role !== 'operator' && args.is('another')) throw new UsageError('--another is for an operator.');
}

/** Sends the mail of what was just done, or sees the running Talkback send it; answers where it is. */
async function mailed(
  { ctx, queues, settings }: StudioAccess,
  mail: { readonly to: string; readonly template: string },
): Promise<string[]> {
  const deadline = performance.now() + MAIL_MS;
  let failure = '';
  while (!(await isMailSent(ctx, mail))) {
    await queues
      ?.drain((queue) => queue === sendMail.name || OURS.some((event) => queue.startsWith(`${event}/`)))
      .catch((error: unknown) => {
        failure = error instanceof Error ? error.message : String(error);
      });
    if (performance.now() > deadline || failure !== '') break;
    await wait(100);
  }
  if (!(await isMailSent(ctx, mail)))
    return [
      ...(failure === '' ? [] : [`The mail could not be sent yet: ${failure}`]),
      'Talkback sends the mail while it runs, and tries again for about a day.',
    ];
  if (settings.smtpUrl !== null) return [`The mail to ${mail.to} was sent.`];
  const { mails } = await listOutbox(settings.dataDir, { page: 0, size: 100 });
  const kept = mails.find(({ mail: { to } }) =>
    to?.some(({ address }) => address?.toLowerCase() === mail.to),
  );
  const outbox = path.join(settings.dataDir, 'outbox');
  return kept === undefined
    ? ['There is no SMTP_URL: the mail is kept in DATA_DIR/outbox of the server that runs.']
    : [`There is no SMTP_URL: the mail is kept in ${path.join(outbox, `${kept.id}.eml`)}`];
}

const NOT_ADMITTED = {
  no_such_person: 'Nobody has an account with this e-mail.',
  not_waiting: 'This person does not wait: the account is open.',
} as const;

export const PEOPLE: readonly Command[] = [
  {
    name: 'people invite',
    argumentHelp: 'operator|partner|managed --email <address> --name "<name>" [--zone <IANA zone>]',
    about:
      'Makes an account; its owner chooses a password by the mailed link. A partner also takes --slug and --title, and may have --services and --instruments (names with commas between). A second operator needs --another.',
    values: ['email', 'name', 'zone', 'slug', 'title', 'services', 'instruments'],
    switches: ['another'],
    arguments: 1,
    needs: { events: true },
    check: checkInvite,
    run: invite,
  },
  IMPORT,
  CANCELLATIONS,
  {
    name: 'people waiting',
    argumentHelp: '',
    about: 'Lists who waits for a place, the longest first.',
    arguments: 0,
    async run({ ctx }) {
      const waiting = await listWaiting(ctx);
      if (waiting.length === 0) return ['Nobody waits.'];
      return columns(
        waiting.map(({ created_at, email, name }) => [created_at.toString().slice(0, 10), email, name]),
      );
    },
  },
  {
    name: 'people admit',
    argumentHelp: '<address>',
    about: 'Lets somebody in from the waiting list and tells them by mail.',
    arguments: 1,
    needs: { events: true },
    async run(at, args) {
      const done = await admit(at.ctx, args.positionals[0] ?? '');
      if (!done.ok) throw new CommandError(NOT_ADMITTED[done.reason]);
      const { name, email } = done.value;
      return [`${name} <${email}> is let in.`, ...(await mailed(at, { to: email, template: 'admitted' }))];
    },
  },
];
