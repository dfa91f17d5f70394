import type { Session } from '#shared/sessions/contract.ts';
import { CancelledFacts } from './CancelledFacts.tsx';
import { Facts } from './Facts.tsx';
import { RatingBlock } from '../rate/RatingBlock.tsx';
import {
  AttendanceFact,
  LengthFact,
  PriceFact,
  ServiceFacts,
  StreamFacts,
  WhenFacts,
} from './SessionFacts.tsx';

/** A client's session details (docs/product/sessions.md#panel). */
export function ClientDetails({ session, zone }: { session: Session; zone: string }) {
  return (
    <>
      <Facts>
        <CancelledFacts session={session} viewer="client" zone={zone} />
        <WhenFacts session={session} viewer="client" zone={zone} />
        <LengthFact session={session} />
        <AttendanceFact session={session} />
        <ServiceFacts session={session} />
        <PriceFact session={session} />
        <StreamFacts session={session} viewer="client" zone={zone} />
      </Facts>
      <RatingBlock session={session} />
    </>
  );
}
