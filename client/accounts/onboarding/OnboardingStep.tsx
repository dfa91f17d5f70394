import { useMemo } from 'react';
import type * as z from 'zod/mini';
import { COMMENTS_MAX } from '#shared/accounts/rules-onboarding.ts';
import type { OnboardingModal } from '#shared/content/contract-documents.ts';
import { zoneNames, zoneText } from '#shared/lib/zones.ts';
import { useMe } from '../../lib/session.ts';
import { CheckCards } from '../../ui/form/CheckCards.tsx';
import { VirtualSelectField } from '../../ui/form/VirtualSelectField.tsx';
import { RadioCards } from '../../ui/form/RadioCards.tsx';
import { TextareaField } from '../../ui/form/TextareaField.tsx';
import type { Onboarding } from './use-onboarding.ts';
import { browserZone } from '../../lib/clock.ts';

export type OnboardingContent = z.infer<typeof OnboardingModal>;

interface OnboardingStepProps {
  readonly content: OnboardingContent;
  readonly onboarding: Onboarding;
}

/** Content and fields of one step. */
export function OnboardingStep({ content, onboarding }: OnboardingStepProps) {
  const { step, form } = onboarding;
  const { isTrial } = useMe().subscription;
  switch (step) {
    case 'WELCOME':
      return <p>{(isTrial ? content.trial_welcome : content.welcome).body}</p>;
    case 'TIMEZONE':
      return <ZoneStep form={form} />;
    case 'PERSONA_TYPE':
      return <Persona form={form} name="persona_type" question={content.persona_type} />;
    case 'PERSONA_LEVEL':
      return <Persona form={form} name="persona_level" question={content.persona_level} />;
    case 'PERSONA_DIY':
      return <Persona form={form} name="persona_diy" question={content.persona_diy} />;
    case 'INTERESTS':
      return (
        <>
          <CheckCards
            form={form}
            name="interests"
            label={content.interests.question}
            options={optionsOf(content.interests)}
          />
          <TextareaField
            form={form}
            name="comments"
            label="Anything else?"
            hint="Not in the list? Tell us in a few words."
            rows={2}
            limit={COMMENTS_MAX}
          />
        </>
      );
    case 'THANK_YOU':
      return <p>{content.thank_you.body}</p>;
  }
}

type Question = OnboardingContent['persona_type'];
const optionsOf = ({ options }: Question) => options.map(({ value, label }) => ({ value, title: label }));

interface PersonaProps {
  readonly form: Onboarding['form'];
  readonly name: 'persona_type' | 'persona_level' | 'persona_diy';
  readonly question: Question;
}

function Persona({ form, name, question }: PersonaProps) {
  return (
    <RadioCards key={name} form={form} name={name} label={question.question} options={optionsOf(question)} />
  );
}

function ZoneStep({ form }: Pick<Onboarding, 'form'>) {
  const { timezone } = useMe();
  const options = useMemo(
    () => zoneNames(timezone, browserZone()).map((zone) => ({ value: zone, label: zoneText(zone) })),
    [timezone],
  );
  return (
    <VirtualSelectField
      form={form}
      name="timezone"
      label="Time zone"
      hint="We show all times in this zone. You can change it later in your profile."
      options={options}
    />
  );
}
