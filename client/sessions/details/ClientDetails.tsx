import type { Session } from '../../../shared/sessions/contract.ts';
import { Facts } from './Facts.tsx';
import { RatingBlock } from './RatingBlock.tsx';
import { AttendanceFact, LengthFact, ServiceFacts, StreamFacts, WhenFacts } from './SessionFacts.tsx';

/** Session details of a client, in the order of part 2 "Client session panel". */
export function ClientDetails({ session, zone }: { session: Session; zone: string }) {
  return (
    <>
      <Facts>
        <WhenFacts session={session} viewer="client" zone={zone} />
        <LengthFact session={session} />
        <AttendanceFact session={session} />
        <ServiceFacts session={session} />
        <StreamFacts session={session} viewer="client" />
      </Facts>
      <RatingBlock session={session} />
    </>
  );
}
