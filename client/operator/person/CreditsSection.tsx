import { useState } from 'react';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import type { getPerson } from '#shared/operator/contract-person.ts';
import { creditsText, SOURCE_LABELS } from '#shared/operator/texts-people.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Facts } from '../../ui/layout/Facts.tsx';
import { LazyComponent } from '../../ui/layout/LazyComponent.tsx';
import { Section } from '../Section.tsx';
import classes from './PersonPage.module.css';
import type { CreditsVerb } from './verbs.ts';

interface CreditsSectionProps {
  readonly person: { readonly id: string; readonly name: string };
  readonly credits: NonNullable<ResponseOf<typeof getPerson>['credits']>;
}

const load = async () => (await import('./CreditsDialog.tsx')).CreditsDialog;

/** A person's credits by where they come from, and what an operator does with them. */
export function CreditsSection({ person, credits: { total, sources } }: CreditsSectionProps) {
  const [verb, setVerb] = useState<CreditsVerb | null>(null);
  const granted = sources.find(({ source }) => source === 'operator')?.credits ?? 0;
  return (
    <Section
      title="Credits"
      actions={
        <div className={classes.actions}>
          <Button kind="plain" onClick={() => setVerb('grant')}>
            Grant credits
          </Button>
          {granted > 0 && (
            <Button kind="plain" onClick={() => setVerb('take')}>
              Take back credits
            </Button>
          )}
        </div>
      }
    >
      <Facts
        facts={[
          ['In all', creditsText(total)],
          ...sources.map((one) => [SOURCE_LABELS[one.source], String(one.credits)] as const),
        ]}
      />
      {verb !== null && (
        <LazyComponent load={load} enabled props={{ person, verb, granted, onClose: () => setVerb(null) }} />
      )}
    </Section>
  );
}
