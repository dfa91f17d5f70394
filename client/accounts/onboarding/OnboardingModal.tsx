import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import {
  mayCloseOnboarding,
  ONBOARDING_STEPS,
  type OnboardingStep as Step,
} from '#shared/accounts/rules-onboarding.ts';
import type { ModalProps } from '../../lib/modal-props.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { onboardingModalQuery } from './onboarding-query.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { Steps } from '../../ui/feedback/Steps.tsx';
import { OnboardingStep, type OnboardingContent } from './OnboardingStep.tsx';
import { useOnboarding, type Onboarding } from './use-onboarding.ts';
import classes from './OnboardingModal.module.css';

const FORM_ID = 'onboarding';

/** Seven steps in order (docs/product/accounts.md#onboarding). */
export function OnboardingModal({ onClose, startsAt }: ModalProps & { readonly startsAt?: Step }) {
  const query = useQuery(onboardingModalQuery);
  const { data: content, error } = query;
  const { subscription } = useMe();
  const navigate = useNavigate();
  const onboarding = useOnboarding(startsAt);
  const { step } = onboarding;
  const section = useFocusOnChange(content === undefined ? null : step);
  const finish = () => {
    onboarding.clear();
    onClose();
  };
  const showHowItWorks = () => {
    void navigate({
      to: '.',
      search: (search) => ({ ...search, modal: 'how-it-works' as const }),
      hash: true,
      resetScroll: false,
    });
    finish();
  };

  return (
    <Modal
      title={content === undefined ? 'Welcome' : titleOf(step, content, subscription.isTrial)}
      // If the questions cannot be loaded, the modal comes again on the next visit.
      closable={mayCloseOnboarding(step) || (error !== null && content === undefined)}
      aside={
        <Link to="/logout" preload={false} className={classes.logout}>
          Logout
        </Link>
      }
      {...(content === undefined
        ? {}
        : {
            footer: (
              <Footer
                onboarding={onboarding}
                isTrial={subscription.isTrial}
                onFinish={finish}
                onHowItWorks={showHowItWorks}
              />
            ),
          })}
      onClose={finish}
    >
      <QueryView query={query} loading={<RowsSkeleton what="the questions" count={3} />}>
        {(loaded) => (
          <section
            ref={section}
            key={step}
            tabIndex={-1}
            data-autofocus
            aria-label={NAMES[step]}
            className={classes.step}
          >
            <Steps
              label="Steps of the welcome"
              steps={ONBOARDING_STEPS.map((one) => NAMES[one])}
              present={ONBOARDING_STEPS.indexOf(step)}
            />
            <form
              id={FORM_ID}
              noValidate
              className={classes.form}
              onSubmit={(event) => {
                event.preventDefault();
                void onboarding.next();
              }}
            >
              {onboarding.failure !== null && (
                <Notice tone="danger" alert title="That did not work">
                  {onboarding.failure} Your answers are still here.
                </Notice>
              )}
              <OnboardingStep content={loaded} onboarding={onboarding} />
            </form>
          </section>
        )}
      </QueryView>
    </Modal>
  );
}

const NAMES: Readonly<Record<Step, string>> = {
  WELCOME: 'Welcome',
  TIMEZONE: 'Time zone',
  PERSONA_TYPE: 'You',
  PERSONA_LEVEL: 'Level',
  PERSONA_DIY: 'Your part',
  INTERESTS: 'Interests',
  THANK_YOU: 'Done',
};

function titleOf(step: Step, content: OnboardingContent, isTrial: boolean): string {
  if (step === 'WELCOME') return (isTrial ? content.trial_welcome : content.welcome).header;
  if (step === 'THANK_YOU') return content.thank_you.header;
  if (step === 'TIMEZONE') return 'Where are you?';
  return step === 'INTERESTS' ? 'What brings you here?' : 'About you';
}

interface FooterProps {
  readonly onboarding: Onboarding;
  readonly isTrial: boolean;
  readonly onFinish: () => void;
  readonly onHowItWorks: () => void;
}

/** Buttons of a step; people on trial get "How it works" on the last. */
function Footer({ onboarding, isTrial, onFinish, onHowItWorks }: FooterProps) {
  const { step, back, busy } = onboarding;
  const last = step === 'THANK_YOU';
  return (
    <>
      {back !== null && (
        <Button kind="plain" onClick={back} aria-disabled={busy || undefined}>
          Back
        </Button>
      )}
      <span className={classes.spacer} />
      {last && isTrial && (
        <Button kind="plain" onClick={onHowItWorks}>
          How it works
        </Button>
      )}
      {last ? (
        <Button onClick={onFinish}>Start</Button>
      ) : (
        <Button type="submit" form={FORM_ID} aria-disabled={busy || undefined} data-busy={busy || undefined}>
          {busy ? 'Saving...' : 'Next'}
        </Button>
      )}
    </>
  );
}

/** Moves the focus to each new step, for keyboards and screen readers. */
function useFocusOnChange(step: Step | null) {
  const section = useRef<HTMLElement>(null);
  const previousStep = useRef<Step | null>(null);
  useEffect(() => {
    if (previousStep.current === step) return;
    previousStep.current = step;
    section.current?.focus();
  }, [step]);
  return section;
}
