import { formatUpdatedAt } from '#shared/lib/time.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { PANEL } from '#shared/sessions/texts.ts';
import { Icon } from '../../ui/button/Icon.tsx';
import { FilesLink } from '../panel/ChainLinks.tsx';
import { CancelledFacts } from './CancelledFacts.tsx';
import { Fact, Facts } from './Facts.tsx';
import classes from './PartnerDetails.module.css';
import {
  AttendanceFact,
  LengthFact,
  MusicFacts,
  RateFact,
  ReferenceFact,
  ServiceFacts,
  StreamFacts,
  OptionFacts,
  WhenFacts,
} from './SessionFacts.tsx';

/** The musician's session details (docs/product/sessions.md#panel). */
export function PartnerDetails({ session, zone }: { session: Session; zone: string }) {
  return (
    <>
      {session.is_first_session && (
        <p className={classes.first}>
          <Icon name="star" size={18} />
          {PANEL.firstSession}
        </p>
      )}
      <Facts>
        <CancelledFacts session={session} viewer="partner" zone={zone} />
        <WhenFacts session={session} viewer="partner" zone={zone} />
        {session.service.session_type === 'all' && <AttendanceFact session={session} />}
        <StreamFacts session={session} viewer="partner" zone={zone} />
        <LengthFact session={session} />
        <MusicFacts session={session} />
        <Fact label="Files management">
          <FilesLink id={session.id} folder="user" text={PANEL.reviewFiles} kind="plain" />
        </Fact>
        <ReferenceFact session={session} />
        <ServiceFacts session={session} />
        <RateFact session={session} />
        <OptionFacts session={session} />
        <Fact label="Last updated">{formatUpdatedAt(Temporal.Instant.from(session.last_update), zone)}</Fact>
      </Facts>
    </>
  );
}
