import { profileApproved, profileReturned } from '#server/catalogue/events.ts';
import { approveDraft, listSubmitted, returnDraft, showDraft } from '#server/catalogue/draft/decide.ts';
import { profileParts } from '#server/catalogue/draft/parts.ts';
import { DRAFT_PARTS, profileProblems, type DraftPart } from '#shared/catalogue/rules-draft.ts';
import {
  columns,
  CommandError,
  UsageError,
  invalidInput,
  type Command,
  type ParsedArguments,
} from './command.ts';
import { mailed } from './mailed.ts';
import type { StudioAccess } from './open-studio.ts';

const REFUSALS = {
  not_found: 'There is no musician with this slug.',
  changed: 'The profile is another one now. Look at it again: musicians profile show.',
  not_waiting: 'This profile does not wait for approval.',
  incomplete: 'Something is missing in this profile.',
  bad_note: 'A note has 1 to 1000 characters.',
} as const;

const STATES = {
  new: 'never published',
  published: 'published, nothing changed since',
  changed: 'published, with changes that are not',
  waiting: 'waits for approval',
  returned: 'returned to the musician',
} as const;

async function list({ ctx }: StudioAccess): Promise<string[]> {
  const waiting = await listSubmitted(ctx);
  if (waiting.length === 0) return ['No profile waits.'];
  return columns([
    ['Since', 'Musician', 'Name', 'Version', ''],
    ...waiting.map(({ submitted_at: since, slug, name, version, published }) => [
      since?.toString({ smallestUnit: 'minute' }) ?? '',
      slug,
      name,
      String(version),
      published ? 'changes' : 'new',
    ]),
  ]);
}

const words = (part: DraftPart, texts: readonly string[]): string =>
  texts.join(part === 'samples' ? '; ' : ', ');

async function show({ ctx }: StudioAccess, { positionals }: ParsedArguments): Promise<string[]> {
  const draft = await showDraft(ctx, { slug: positionals[0] ?? '' });
  if (draft === undefined) throw new CommandError(REFUSALS.not_found);
  const { row, profile, published, changes, state, labels } = draft;
  const [now, before] = [profileParts(profile, labels), profileParts(published, labels)];
  const missing = profileProblems(profile);
  return [
    `${row.name} (${row.slug}), version ${row.version}: ${STATES[state]}.`,
    ...DRAFT_PARTS.flatMap((part) => [
      `${part}${changes.includes(part) ? ' *' : ''}: ${words(part, now[part])}`,
      ...(changes.includes(part) && row.published ? [`  now published: ${words(part, before[part])}`] : []),
    ]),
    ...missing.map(({ field, message }) => `Missing in ${field}: ${message}`),
    ...(state === 'waiting'
      ? [`To publish it: musicians profile approve ${row.slug} --version ${row.version}`]
      : []),
  ];
}

const versionOf = (args: ParsedArguments): number => {
  const typed = args.value('version') ?? '';
  if (!/^\d{1,9}$/.test(typed))
    throw new UsageError('--version takes the number that musicians profile show tells.');
  return Number(typed);
};

async function approve(at: StudioAccess, args: ParsedArguments): Promise<string[]> {
  const done = await approveDraft(at.ctx, { slug: args.positionals[0] ?? '', version: versionOf(args) });
  if (!done.ok) throw invalidInput(REFUSALS[done.reason], done.errors);
  const { name, email } = done.value;
  const mail = { to: email, template: 'profile-approved' };
  return [`The profile of ${name} is published.`, ...(await mailed(at, mail, [profileApproved.event]))];
}

async function giveBack(at: StudioAccess, args: ParsedArguments): Promise<string[]> {
  const seen = { slug: args.positionals[0] ?? '', version: versionOf(args) };
  const done = await returnDraft(at.ctx, { ...seen, note: args.value('note') ?? '' });
  if (!done.ok) throw invalidInput(REFUSALS[done.reason], done.errors);
  const { name, email } = done.value;
  const mail = { to: email, template: 'profile-returned' };
  return [`${name} is asked to change the profile.`, ...(await mailed(at, mail, [profileReturned.event]))];
}

export const PROFILES: readonly Command[] = [
  {
    name: 'musicians profile list',
    argumentHelp: '',
    about: 'Lists the profiles that wait for approval, the longest first.',
    arguments: 0,
    run: list,
  },
  {
    name: 'musicians profile show',
    argumentHelp: '<slug>',
    about: "Shows a musician's profile as its draft has it; * marks what is not published.",
    arguments: 1,
    run: show,
  },
  {
    name: 'musicians profile approve',
    argumentHelp: '<slug> --version 4',
    about:
      'Publishes a profile that waits, if it is still the version that you have seen, and tells the musician.',
    values: ['version'],
    arguments: 1,
    needs: { events: true },
    check: (args) => void versionOf(args),
    run: approve,
  },
  {
    name: 'musicians profile return',
    argumentHelp: '<slug> --version 4 --note "…"',
    about: 'Returns a profile that waits, with a note on what to change, and tells the musician.',
    values: ['version', 'note'],
    arguments: 1,
    needs: { events: true },
    check: (args) => void versionOf(args),
    run: giveBack,
  },
];
