import { queryOptions } from '@tanstack/react-query';
import { getOnboardingModal } from '#shared/content/calls-documents.ts';
import { call } from '../../lib/api.ts';

/** Texts of the onboarding. */
export const onboardingModalQuery = queryOptions({
  queryKey: ['content', 'onboarding-modal'],
  queryFn: async ({ signal }) => call(getOnboardingModal, {}, { signal }),
  // Content changes rarely; the server's ETag makes a refetch cheap.
  staleTime: 5 * 60_000,
});
