import { useStudio } from '../app/session.ts';
import { PageTitle } from '../ui/PageTitle.tsx';
import classes from './HomePage.module.css';

const COMMANDS = [
  ['People', 'Invite musicians, managed clients and operators; let in who waits for a place.', 'people'],
  ['Flags', 'Switch parts of the studio on and off.', 'flags'],
  ['Content', 'Take out the texts, offers and pictures, edit them and bring them back.', 'content'],
  ['Referrals', 'Approve or reject rewards that wait for a word of yours.', 'referrals'],
] as const;

/** The operator's first screen: how the studio is run, which is by commands on its machine (docs/operating.md). */
export function HomePage() {
  const name = useStudio()?.name ?? 'Talkback';
  return (
    <>
      <PageTitle>Operator console</PageTitle>
      <p className={classes.intro}>
        You are signed in as an operator of {name}. The studio is run by commands, typed on the machine that
        it runs on. Each says with <code>--help</code> what it takes.
      </p>
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
