import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { durationInWords } from '#shared/lib/time.ts';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import { fieldLabel } from '#shared/operator/content/texts-content.ts';
import type { getService } from '#shared/operator/content/contract-services.ts';
import {
  musiciansText,
  SERVICE_TEXTS,
  SESSION_TYPE_LABELS,
} from '#shared/operator/content/texts-services.ts';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Facts, type Fact } from '../../ui/layout/Facts.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { ChangesSection } from '../audit/ChangesSection.tsx';
import { consolePaths } from '../console-paths.ts';
import { ObjectPage } from '../ObjectPage.tsx';
import { PathLink } from '../PathLink.tsx';
import { Section } from '../Section.tsx';
import { sessionsPath } from '../sessions-path.ts';
import { serviceQuery } from './api.ts';
import { OfferDialog } from './OfferDialog.tsx';
import { ServiceForm } from './ServiceForm.tsx';
import classes from './Services.module.css';

type Found = ResponseOf<typeof getService>;

/** A service: what can be changed, what cannot, and who offers it (docs/product/operator.md#services). */
export function ServicePage() {
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  return (
    <ObjectPage
      list={{ to: consolePaths.services, text: 'Services' }}
      what="service"
      none="Nothing is here"
      query={useQuery(serviceQuery(id))}
    >
      {(found) => <Page key={id} found={found} />}
    </ObjectPage>
  );
}

function Page({ found }: { readonly found: Found }) {
  const { timezone: zone } = useMe();
  const [isAsked, setAsked] = useState(false);
  const { service, audit } = found;
  return (
    <>
      <PageTitle
        actions={
          <Button kind="plain" onClick={() => setAsked(true)}>
            {service.is_offered ? 'Stop offering it' : 'Offer it'}
          </Button>
        }
      >
        {service.label}
      </PageTitle>
      {!service.is_offered && (
        <div className={classes.notice}>
          <Notice tone="waiting" title="It is not offered">
            {SERVICE_TEXTS.stopped}
          </Notice>
        </div>
      )}
      <ServiceForm found={found} zone={zone} />
      <Section title="What stays as it is">
        <p className={classes.lead}>{SERVICE_TEXTS.fixed}</p>
        <Facts facts={factsOf(service)} />
      </Section>
      <Offering {...found} />
      <ChangesSection filter={{ kind: 'service', id: service.value }} audit={audit} zone={zone} />
      {isAsked && <OfferDialog service={service} onClose={() => setAsked(false)} />}
    </>
  );
}

function factsOf(service: Found['service']): Fact[] {
  const { value, category, session_type, unit_minutes, slots, needs_files, files_delivery } = service;
  const { is_default, asks, questions } = service;
  return [
    ['Name in addresses', value],
    ['Kind of slots', `${fieldLabel(category)}, ${unit_minutes} minutes`],
    ['Length', slots === 1 ? 'one slot' : `${slots} slots, ${durationInWords(unit_minutes * slots)}`],
    ['Session type', SESSION_TYPE_LABELS[session_type]],
    ['Files before the session', needs_files ? 'needed' : 'not needed'],
    ['Session files are due', `${durationInWords(files_delivery)} after the end`],
    ['The booking form asks for', ['title', ...asks].map(fieldLabel).join(', ')],
    ['Its own questions', questions.length === 0 ? 'none' : questions.join(', ')],
    ['Chosen by itself', is_default ? 'yes' : 'no'],
  ];
}

function Offering({ service: { id, musicians }, offering }: Found) {
  return (
    <Section
      title={musicians === 0 ? 'Musicians' : `Offered by ${musiciansText(musicians)}`}
      actions={<PathLink to={sessionsPath({ service: id })}>Its sessions</PathLink>}
    >
      {offering.length === 0 ? (
        <p className={classes.lead}>{SERVICE_TEXTS.fresh}</p>
      ) : (
        <ul className={classes.musicianNames}>
          {offering.map((one) => (
            <li key={one.id}>
              <PathLink to={consolePaths.musician(one.id)}>{one.name}</PathLink>
            </li>
          ))}
          {musicians > offering.length && <li>and {musicians - offering.length} more</li>}
        </ul>
      )}
    </Section>
  );
}
