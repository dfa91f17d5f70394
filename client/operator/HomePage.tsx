import { useStudio } from '../app/session.ts';
import { PageTitle } from '../ui/PageTitle.tsx';
import classes from './HomePage.module.css';

const WILL_HOLD = [
  ['People', 'clients, partners and their hours, services and slots'],
  ['Sessions', 'booking for a managed client, cancelling, refunding'],
  ['Money', 'credits with a reason, plans and prices, invoices'],
  ['Content', 'texts, banners, switches, referrals to approve'],
  ['Audit log', 'every change that an operator made'],
] as const;

/** The operator's first screen: says honestly that there is a sign-in and nothing else yet. */
export function HomePage() {
  const name = useStudio()?.name ?? 'Talkback';
  return (
    <>
      <PageTitle>Operator console</PageTitle>
      <p className={classes.intro}>
        You are signed in as an operator of {name}. The console has no tools in this release. It will hold:
      </p>
      <dl className={classes.list}>
        {WILL_HOLD.map(([title, text]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
