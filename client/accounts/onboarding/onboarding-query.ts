import { queryOptions } from '@tanstack/react-query';
import { getOnboardingModal } from '#shared/content/calls-documents.ts';
import { call } from '../../lib/api.ts';

/** Texts of the onboarding. */
export const onboardingModalQuery = queryOptions({
  queryKey: ['content', 'onboarding-modal'],
  queryFn: async ({ signal }) => call(getOnboardingModal, {}, { signal }),
  // The studio's words change rarely; the server's ETag makes asking again cheap.
  staleTime: 5 * 60_000,
});
