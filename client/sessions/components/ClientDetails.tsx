import type { Session } from '../../../shared/sessions/contract.ts';
import { Facts } from './Facts.tsx';
import classes from './ClientDetails.module.css';
import { AttendanceFact, LengthFact, ServiceFacts, StreamFacts, WhenFacts } from './SessionFacts.tsx';
import { Stars } from './Stars.tsx';

/** Session details of a client, in the order of part 2 "Client session panel". */
export function ClientDetails({ session, zone }: { session: Session; zone: string }) {
  return (
    <>
      <Facts>
        <WhenFacts session={session} viewer="client" zone={zone} />
        <LengthFact session={session} />
        <AttendanceFact session={session} />
        <ServiceFacts session={session} />
        <StreamFacts session={session} />
      </Facts>
      <Rated session={session} />
    </>
  );
}

/** "A rating block is shown if rated and not disabled." */
function Rated({ session: { rating } }: { session: Session }) {
  if (rating.status !== 'rated') return null;
  return (
    <section className={classes.rating} aria-label="Your rating">
      <h3>Your rating</h3>
      <Stars stars={rating.rating} />
      {rating.comment !== null && rating.comment !== '' && <p>{rating.comment}</p>}
    </section>
  );
}
