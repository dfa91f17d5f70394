import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import { formatUpdatedAt, zoneLabel } from '#shared/lib/time.ts';
import type { getMusician, Musician } from '#shared/operator/musicians/contract-musician.ts';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { useTextNow } from '../../lib/use-now.ts';
import { Avatar } from '../../ui/layout/Avatar.tsx';
import { Facts } from '../../ui/layout/Facts.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { ChangesSection } from '../audit/ChangesSection.tsx';
import { consolePaths } from '../console-paths.ts';
import { PageLabel } from '../musicians/PageLabel.tsx';
import { ObjectPage } from '../ObjectPage.tsx';
import { PathLink } from '../PathLink.tsx';
import person from '../person/PersonPage.module.css';
import { Section } from '../Section.tsx';
import { musicianQuery } from './api.ts';
import { Conflicts } from './Conflicts.tsx';
import { MonthsSection } from './MonthsSection.tsx';
import { Payments } from './Payments.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { RatesSection } from './RatesSection.tsx';
import { Schedule } from './Schedule.tsx';
import { ServicesSection } from './ServicesSection.tsx';

/** A musician: profile, services, hours, rates, conflicts and months (docs/product/operator.md#a-musician). */
export function MusicianPage() {
  const { id = '' } = useParams({ strict: false });
  const query = useQuery(musicianQuery(id));
  return (
    <ObjectPage
      list={{ to: consolePaths.musicians(), text: 'Musicians' }}
      what="musician"
      none="Nobody is here"
      query={query}
    >
      {(found) => <Found key={id} found={found} />}
    </ObjectPage>
  );
}

function Found({ found }: { readonly found: ResponseOf<typeof getMusician> }) {
  const { musician, profile, services, schedule, rates, rates_from, conflicts, payments, audit } = found;
  const { timezone: zone } = useMe();
  const { id } = musician;
  return (
    <>
      <Head musician={musician} />
      <ProfileSection musician={musician} profile={profile} zone={zone} />
      {conflicts.length > 0 && (
        <Section title="Conflicts with their calendar">
          <Conflicts conflicts={conflicts} zone={zone} />
        </Section>
      )}
      <ServicesSection musician={musician} profile={profile} services={services} />
      <Section
        title="Weekly hours and time off"
        actions={<PathLink to={consolePaths.musicianCalendar(id)}>Open the calendar</PathLink>}
      >
        <Schedule schedule={schedule} />
      </Section>
      <RatesSection musician={musician} rates={rates} from={rates_from} />
      <MonthsSection musician={musician} zone={zone} />
      {payments.length > 0 && (
        <Section title="Payments">
          <Payments payments={payments} zone={zone} />
        </Section>
      )}
      <ChangesSection filter={{ person: id }} audit={audit} zone={zone} />
    </>
  );
}

const SESSIONS_TYPES: Readonly<Record<Musician['sessions_type'], string>> = {
  all: 'Live and offline',
  live: 'Live',
  offline: 'Offline',
};

function Head({ musician }: { readonly musician: Musician }) {
  const { id, name, email, avatar, title, slug, page, timezone, sessions_type, next_free_at } = musician;
  const { timezone: zone } = useMe();
  const zoneText = useTextNow((now) => zoneLabel(timezone, now), 60_000);
  const free = next_free_at === null ? 'None' : formatUpdatedAt(Temporal.Instant.from(next_free_at), zone);
  return (
    <>
      <div className={person.head}>
        <Avatar name={name} id={id} src={avatar} size={56} />
        <div className={person.names}>
          <PageTitle>{name}</PageTitle>
          {title !== '' && <p>{title}</p>}
          <p>
            <a href={`mailto:${email}`}>{email}</a>
          </p>
          <p className={person.labels}>
            <PageLabel page={page} />
          </p>
        </div>
      </div>
      <Section title="Musician" actions={<PathLink to={paths.person(id)}>Account and sessions</PathLink>}>
        <Facts
          facts={[
            ['Name in addresses', slug],
            ['Sessions', SESSIONS_TYPES[sessions_type]],
            ['Time zone', zoneText],
            ['Next free time', free],
          ]}
        />
      </Section>
    </>
  );
}
