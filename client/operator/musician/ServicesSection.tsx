import { useState } from 'react';
import { durationInWords } from '#shared/lib/time.ts';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import type { getMusician } from '#shared/operator/musicians/contract-musician.ts';
import { creditsText } from '#shared/operator/texts-people.ts';
import { Button } from '../../ui/button/Button.tsx';
import { LazyComponent } from '../../ui/layout/LazyComponent.tsx';
import { PathLink } from '../PathLink.tsx';
import person from '../person/PersonPage.module.css';
import { Section } from '../Section.tsx';
import { sessionsPath } from '../sessions-path.ts';
import classes from './MusicianPage.module.css';

const load = async () => (await import('./ServicesDialog.tsx')).ServicesDialog;

type Found = Pick<ResponseOf<typeof getMusician>, 'musician' | 'profile' | 'services'>;

/** What can be booked with a musician, and the change of it. */
export function ServicesSection({ musician, profile, services }: Found) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title="Services"
      actions={
        <div className={person.actions}>
          <PathLink to={sessionsPath({ musician: musician.id })}>All sessions</PathLink>
          <Button kind="plain" onClick={() => setOpen(true)}>
            Change services
          </Button>
        </div>
      }
    >
      {services.length === 0 ? (
        <p className={person.text}>No service can be booked with them yet.</p>
      ) : (
        <ul className={classes.plain}>
          {services.map(({ id, label, minutes, credits }) => (
            <li key={id}>
              {label}{' '}
              <span className={classes.small}>
                {durationInWords(minutes)}, {creditsText(credits)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <LazyComponent
          load={load}
          enabled
          props={{
            musician,
            version: profile.version,
            offered: services.map(({ value }) => value),
            onClose: () => setOpen(false),
          }}
        />
      )}
    </Section>
  );
}
