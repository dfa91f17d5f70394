import { COMMENTS_MAX } from '#shared/accounts/rules-onboarding.ts';
import { BUY_AGAIN } from '#shared/billing/texts.ts';
import { OFFBOARDING } from '#shared/billing/texts-area.ts';
import { formatDay } from '#shared/lib/time.ts';
import { useMe } from '../../lib/session.ts';
import { useNowFor } from '../../lib/use-now.ts';
import { CheckCards } from '../../ui/form/CheckCards.tsx';
import { RadioCards } from '../../ui/form/RadioCards.tsx';
import { TextareaField } from '../../ui/form/TextareaField.tsx';
import type { CancellationTerms, OffboardingTexts } from './api.ts';
import { endsAtOnce, losses } from './losses.ts';
import classes from './OffboardingModal.module.css';
import type { Offboarding } from './use-offboarding.ts';

interface StepProps {
  readonly offboarding: Offboarding;
  readonly texts: OffboardingTexts;
}

/** The reason, and a few words if one likes. */
export function ReasonStep({ offboarding: { form }, texts }: StepProps) {
  return (
    <>
      <RadioCards
        form={form}
        name="reason"
        label={OFFBOARDING.reason}
        options={texts.reasons.map(({ value, label }) => ({ value, title: label }))}
      />
      <TextareaField form={form} name="comments" label={OFFBOARDING.comments} rows={2} limit={COMMENTS_MAX} />
    </>
  );
}

interface TermsProps {
  readonly terms: CancellationTerms;
}

/** What is lost, in numbers, and what is agreed to. */
export function ConfirmStep({ offboarding: { form }, texts, terms }: StepProps & TermsProps) {
  const { timezone, subscription } = useMe();
  const isOverAt = (at: Temporal.Instant) => endsAtOnce(terms, at);
  const isOver = isOverAt(useNowFor(isOverAt));
  const isAtOnce = isOver && subscription.lastPaymentStatus === 'failed';
  const day = formatDay(Temporal.Instant.from(terms.ends_at), timezone);
  return (
    <>
      <section aria-label={OFFBOARDING.losses} className={classes.losses}>
        <h3>{OFFBOARDING.losses}</h3>
        <p>{isAtOnce ? OFFBOARDING.atOnce : OFFBOARDING.until(day, terms.is_trial)}</p>
        {terms.dropped_plan !== null && <p>{OFFBOARDING.dropped(terms.dropped_plan)}</p>}
        <ul>
          {losses(terms, isAtOnce ? null : day).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {subscription.paymentsProvider === 'paypal' && !isAtOnce && <p>{BUY_AGAIN.offboarding(day)}</p>}
      </section>
      {texts.acknowledgements.length > 0 && (
        <CheckCards
          form={form}
          name="acknowledgements"
          label={OFFBOARDING.acknowledgements}
          options={texts.acknowledgements}
        />
      )}
      {texts.missingBenefits.length > 0 && (
        <CheckCards
          form={form}
          name="benefits"
          label={OFFBOARDING.benefits}
          options={texts.missingBenefits.map(({ benefit }) => benefit)}
        />
      )}
    </>
  );
}

/** It is done. */
export function Farewell({ texts, terms }: Pick<StepProps, 'texts'> & TermsProps) {
  const { timezone } = useMe();
  return (
    <>
      <p>{texts.farewell.body}</p>
      <p>
        <b>{OFFBOARDING.ends(formatDay(Temporal.Instant.from(terms.ends_at), timezone))}</b>
      </p>
    </>
  );
}
