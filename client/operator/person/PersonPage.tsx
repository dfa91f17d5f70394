import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import type { getPerson } from '#shared/operator/contract-person.ts';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { useNowFor } from '../../lib/use-now.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Avatar } from '../../ui/layout/Avatar.tsx';
import { Facts } from '../../ui/layout/Facts.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { ChangesSection } from '../audit/ChangesSection.tsx';
import { consolePaths } from '../console-paths.ts';
import { ObjectPage } from '../ObjectPage.tsx';
import { PathLink } from '../PathLink.tsx';
import { AccountLabels } from '../people/AccountLabels.tsx';
import { Section } from '../Section.tsx';
import { personQuery } from './api.ts';
import { InvitedNotice } from './InvitedNotice.tsx';
import { AdmitButton } from './AdmitButton.tsx';
import { BlockedNotice } from './BlockSection.tsx';
import { CreditsSection } from './CreditsSection.tsx';
import { LoginSection } from './LoginSection.tsx';
import { accountFacts, membershipFacts } from './person-facts.ts';
import { OwnDataSection } from './OwnDataSection.tsx';
import { PaymentsSection } from './PaymentsSection.tsx';
import { PersonSessions } from './PersonSessions.tsx';
import { RoleButton } from './role/RoleButton.tsx';
import { SubscriptionSection } from './SubscriptionSection.tsx';
import classes from './PersonPage.module.css';
import { sessionsPath } from '../sessions-path.ts';

/** A person: who they are, what they have, and the latest about them (docs/product/operator.md#a-person). */
export function PersonPage() {
  const { id = '' } = useParams({ strict: false });
  const query = useQuery(personQuery(id));
  return (
    <ObjectPage
      list={{ to: paths.people(), text: 'People' }}
      what="person"
      none="Nobody is here"
      query={query}
    >
      {(found) => <Found key={id} found={found} />}
    </ObjectPage>
  );
}

function Found({ found }: { readonly found: ResponseOf<typeof getPerson> }) {
  const { person, membership, credits, musician, sessions, upcoming, login_sessions, audit } = found;
  const { timezone: zone } = useMe();
  const isErased = found.erased_at !== null;
  const now = useNowFor((at) => accountFacts(person, zone, at), 60_000);
  return (
    <>
      <div className={classes.head}>
        <Avatar name={person.name} id={person.id} src={person.avatar} size={56} />
        <div className={classes.names}>
          <PageTitle>{person.name}</PageTitle>
          {!isErased && (
            <p>
              <a href={`mailto:${person.email}`}>{person.email}</a>
            </p>
          )}
          <p className={classes.id}>{person.id}</p>
          <p className={classes.labels}>
            <AccountLabels {...person} />
          </p>
        </div>
      </div>
      <BlockedNotice person={person} blocked={found.blocked} upcoming={upcoming} />
      {person.account === 'waiting' && (
        <Notice tone="waiting" title="On the waiting list" action={<AdmitButton person={person} />}>
          They cannot sign in until they are let in. They are told by mail.
        </Notice>
      )}
      {person.account === 'invited' && <InvitedNotice person={person} />}
      <Section
        title="Account"
        actions={
          <div className={classes.actions}>
            <PathLink to={consolePaths.mails({ person: person.id })}>Mails</PathLink>
            {!isErased && <RoleButton person={person} />}
          </div>
        }
      >
        <Facts facts={accountFacts(person, zone, now)} />
      </Section>
      {musician !== null && (
        <Section
          title="Musician"
          actions={<PathLink to={consolePaths.musician(person.id)}>Profile, hours and pay</PathLink>}
        >
          <Facts
            facts={[
              ['Title', musician.title],
              ['Name in addresses', musician.slug],
              ['Page', musician.published ? 'Published' : 'Not published yet'],
            ]}
          />
        </Section>
      )}
      {membership !== null && person.membership !== null && (
        <Section title="Membership">
          <Facts facts={membershipFacts(person.membership, membership, zone)} />
        </Section>
      )}
      {person.role === 'client' && !isErased && <SubscriptionSection id={person.id} />}
      {credits !== null && !isErased && <CreditsSection person={person} credits={credits} />}
      {person.role === 'client' && <PaymentsSection person={person} />}
      <Section
        title="Latest sessions"
        actions={
          sessions.length > 0 && (
            <PathLink to={sessionsPath({ [person.role === 'partner' ? 'musician' : 'client']: person.id })}>
              All sessions
            </PathLink>
          )
        }
      >
        <PersonSessions sessions={sessions} zone={zone} />
      </Section>
      {!isErased && <LoginSection person={person} count={login_sessions} upcoming={upcoming.length} />}
      <OwnDataSection found={found} zone={zone} />
      <ChangesSection filter={{ person: person.id }} audit={audit} zone={zone} />
    </>
  );
}
