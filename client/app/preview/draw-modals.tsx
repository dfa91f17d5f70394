import type * as z from 'zod/mini';
import { ONBOARDING_STEPS } from '#shared/accounts/rules-onboarding.ts';
import type * as contract from '#shared/content/contract-documents.ts';
import { onboardingModalQuery } from '../../accounts/onboarding/onboarding-query.ts';
import { OnboardingModal } from '../../accounts/onboarding/OnboardingModal.tsx';
import { cancellationQuery, offboardingQuery } from '../../billing/offboarding/api.ts';
import { OffboardingModal } from '../../billing/offboarding/OffboardingModal.tsx';
import { serviceUpdateQuery } from '../../billing/service-update/api.ts';
import { ServiceUpdateModal } from '../../billing/service-update/ServiceUpdateModal.tsx';
import { howItWorksQuery } from '../../content/api.ts';
import { HowItWorksModal } from '../../content/help/HowItWorksModal.tsx';
import type { Draw } from './drawing.ts';
import { Nothing } from './Nothing.tsx';

type Of<S extends z.ZodMiniType> = z.infer<S>;

const nothing = () => {};

export const drawHowItWorks: Draw<Of<typeof contract.HowItWorks>> = (value, { part }) => ({
  known: [[howItWorksQuery.queryKey, value]],
  screen:
    part === '2' && value.customer_success === null ? (
      <Nothing>There is no second step while nobody is named.</Nothing>
    ) : (
      <HowItWorksModal onClose={nothing} startsAt={part === '2' ? 2 : 1} />
    ),
});

export const drawOnboarding: Draw<Of<typeof contract.OnboardingModal>> = (value, { part }) => ({
  known: [[onboardingModalQuery.queryKey, value]],
  screen: <OnboardingModal onClose={nothing} startsAt={ONBOARDING_STEPS[Number(part) - 1] ?? 'WELCOME'} />,
});

export const drawOffboarding: Draw<Of<typeof contract.OffboardingModal>> = (
  value,
  { part, viewer, now },
) => ({
  known: [
    [offboardingQuery.queryKey, value],
    [
      cancellationQuery.queryKey,
      {
        ends_at: now.add({ hours: 240 }).toString(),
        is_trial: viewer === 'trial',
        dropped_plan: null,
        credits: {
          plan: viewer === 'trial' ? 0 : 2,
          bank: 0,
          trial: viewer === 'trial' ? 1 : 0,
          kept: 0,
        },
      },
    ],
  ],
  screen: <OffboardingModal onClose={nothing} startsAt={part === '3' ? 3 : part === '2' ? 2 : 1} />,
});

export const drawServiceUpdate: Draw<Of<typeof contract.ServiceUpdate>> = (value, { part }) => ({
  known: [[serviceUpdateQuery.queryKey, value]],
  screen: <ServiceUpdateModal onClose={nothing} startsAt={part === '2' ? 2 : 1} />,
});
