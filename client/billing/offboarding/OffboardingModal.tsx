import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { COMMENTS_MAX } from '#shared/accounts/rules-onboarding.ts';
import { OFFBOARDING } from '#shared/billing/texts-area.ts';
import { characters } from '#shared/lib/text.ts';
import { isRefusal } from '../../lib/api.ts';
import { errorMessage } from '../../lib/error-message.ts';
import type { ModalProps } from '../../lib/modal-props.ts';
import { ModalRefusal } from '../../lib/ModalRefusal.tsx';
import { QueryView } from '../../lib/QueryView.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { cancellationQuery, offboardingQuery, type CancellationTerms, type OffboardingTexts } from './api.ts';
import classes from './OffboardingModal.module.css';
import { ConfirmStep, Farewell, ReasonStep } from './OffboardingSteps.tsx';
import { useOffboarding, type Offboarding } from './use-offboarding.ts';

interface Loaded {
  readonly terms: CancellationTerms;
  readonly texts: OffboardingTexts;
}

/** 'Cancel membership' in three steps (docs/product/leaving.md#offboarding). */
export function OffboardingModal({ onClose, startsAt }: ModalProps & { readonly startsAt?: 1 | 2 | 3 }) {
  const terms = useQuery(cancellationQuery);
  const texts = useQuery(offboardingQuery);
  const offboarding = useOffboarding(startsAt);
  const { step, leave } = offboarding;
  const section = useRef<HTMLElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) section.current?.focus();
    shown.current = step;
  }, [step]);

  if (terms.data === undefined && isRefusal(terms.error))
    return <ModalRefusal message={errorMessage(terms.error)} onClose={onClose} />;
  const data: Loaded | undefined =
    terms.data === undefined || texts.data === undefined
      ? undefined
      : { terms: terms.data, texts: texts.data };
  const query = {
    data,
    error: terms.error ?? texts.error,
    isFetching: terms.isFetching || texts.isFetching,
    refetch: () => Promise.all([terms.refetch(), texts.refetch()]),
  };
  const title = step === 3 ? (data?.texts.farewell.header ?? OFFBOARDING.title) : OFFBOARDING.title;
  return (
    <Modal
      title={title}
      subtitle={step === 3 ? undefined : `${step}/2`}
      onClose={step === 3 ? leave : onClose}
      {...(data === undefined
        ? {}
        : { footer: <Footer offboarding={offboarding} texts={data.texts} onClose={onClose} /> })}
    >
      <QueryView query={query} loading={<RowsSkeleton what="the questions" count={4} />}>
        {(loaded) => (
          <section ref={section} key={step} tabIndex={-1} aria-label={title} className={classes.step}>
            {step === 1 && <ReasonStep offboarding={offboarding} texts={loaded.texts} />}
            {step === 2 && <ConfirmStep offboarding={offboarding} {...loaded} />}
            {step === 3 && <Farewell {...loaded} />}
          </section>
        )}
      </QueryView>
    </Modal>
  );
}

interface FooterProps {
  readonly offboarding: Offboarding;
  readonly texts: OffboardingTexts;
  readonly onClose: () => void;
}

function Footer({ offboarding, texts, onClose }: FooterProps) {
  const { step, setStep, values, busy, confirm, leave } = offboarding;
  if (step === 3) return <Button onClick={leave}>{OFFBOARDING.toBilling}</Button>;
  if (step === 1) {
    const isChosen = texts.reasons.some(({ value }) => value === values.reason);
    const fits = characters(values.comments) <= COMMENTS_MAX;
    return (
      <>
        <Button kind="plain" onClick={onClose}>
          {OFFBOARDING.keep}
        </Button>
        <Button disabled={!isChosen || !fits} onClick={() => setStep(2)}>
          {OFFBOARDING.next}
        </Button>
      </>
    );
  }
  const isAgreed =
    texts.acknowledgements.every((one) => values.acknowledgements.includes(one)) &&
    texts.missingBenefits.every(({ benefit }) => values.benefits.includes(benefit));
  return (
    <>
      <Button kind="plain" onClick={() => setStep(1)} aria-disabled={busy || undefined}>
        {OFFBOARDING.back}
      </Button>
      <Button kind="danger" disabled={!isAgreed} onClick={confirm} aria-disabled={busy || undefined}>
        {busy ? OFFBOARDING.busy : OFFBOARDING.confirm}
      </Button>
    </>
  );
}
