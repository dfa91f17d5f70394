import { admitted, invitedToStudio } from '#server/accounts/events.ts';
import { admit, invitePerson, listWaiting, resetSecondFactor } from '#server/operator/service.ts';
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
import { IMPORTS } from './import-people.ts';
import { mailed } from './mailed.ts';

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
    ...(await mailed(at, { to: email, template: 'choose-password' }, OURS)),
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

const NOT_ADMITTED = {
  no_such_person: 'Nobody has an account with this e-mail.',
  not_waiting: 'This person does not wait: the account is open.',
  blocked: 'This person is blocked.',
} as const;

const NOT_RESET = {
  no_such_person: 'Nobody has an account with this e-mail.',
  no_second_factor: 'This person has not set up an authenticator app.',
} as const;

export const PEOPLE: readonly Command[] = [
  {
    name: 'people invite',
    argumentHelp:
      'operator|partner|managed --email <address> --name "<first and last name>" [--zone <IANA zone>]',
    about:
      'Makes an account; its owner chooses a password by the mailed link. A partner also takes --slug and --title, and may have --services and --instruments (names with commas between). A second operator needs --another.',
    values: ['email', 'name', 'zone', 'slug', 'title', 'services', 'instruments'],
    switches: ['another'],
    arguments: 1,
    needs: { events: true },
    check: checkInvite,
    run: invite,
  },
  ...IMPORTS,
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
      const done = await admit(at.ctx, { email: args.positionals[0] ?? '' });
      if (!done.ok) throw new CommandError(NOT_ADMITTED[done.reason]);
      const { name, email } = done.value;
      return [
        `${name} <${email}> is let in.`,
        ...(await mailed(at, { to: email, template: 'admitted' }, OURS)),
      ];
    },
  },
  {
    name: 'people reset-second-factor',
    argumentHelp: '<address>',
    about:
      "Removes an operator's authenticator app and recovery codes and ends their logins. The next login, by password, sets up another app.",
    arguments: 1,
    needs: { events: true },
    async run({ ctx }, args) {
      const done = await resetSecondFactor(ctx, args.positionals[0] ?? '');
      if (!done.ok) throw new CommandError(NOT_RESET[done.reason]);
      const { name, email } = done.value;
      return [
        `${name} <${email}> is signed out, and sets up another app with the next login.`,
        'They are told by mail while Talkback runs.',
      ];
    },
  },
];
