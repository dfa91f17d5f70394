import { SecondFactorSettings } from '../accounts/second-factor/SecondFactorSettings.tsx';
import { useStudio } from '../lib/session.ts';
import { PageTitle } from '../ui/layout/PageTitle.tsx';
import { DataCheck } from './DataCheck.tsx';
import classes from './HomePage.module.css';

const COMMANDS = [
  [
    'People',
    'Invite musicians, managed clients and operators; let people in from the waiting list.',
    'people',
  ],
  ['Flags', 'Switch parts of the studio on and off.', 'flags'],
  ['Content', 'Export texts, offers and pictures, edit them and import them again.', 'content'],
  ['Backups', 'Save everything to a folder while the studio runs; restore it to an empty place.', 'backup'],
  ['Sessions', 'Cancel a session, also one that has begun; its credits come back.', 'sessions'],
  ['Referrals', 'Approve or reject rewards that are waiting for you.', 'referrals'],
] as const;

/** The operator's home page: lists the commands that run the studio (docs/operating.md). */
export function HomePage() {
  const name = useStudio()?.name ?? 'Talkback';
  return (
    <>
      <PageTitle>Operator console</PageTitle>
      <p className={classes.intro}>
        You are signed in as an operator of {name}. You run the studio with commands, on the machine where it
        runs. Add <code>--help</code> to see what each one can do.
      </p>
      <DataCheck />
      <SecondFactorSettings />
      <dl className={classes.list}>
        {COMMANDS.map(([title, text, command]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
            <dd>
              <code>{`npm run studio -- ${command} --help`}</code>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
