import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  discardDraft,
  getDraft,
  publishDraft,
  saveDraft,
  takeBackDraft,
} from '#shared/catalogue/calls-draft.ts';
import type { Draft } from '#shared/catalogue/contract-draft.ts';
import type { Profile } from '#shared/catalogue/rules-draft.ts';
import { previewDraft } from '#shared/me/calls.ts';
import { call } from '../../lib/api.ts';
import { samplesQuery } from '../samples/api.ts';

/** The musician's draft and what is published; follows live updates. */
export const draftQuery = queryOptions({
  queryKey: ['draft'],
  queryFn: async ({ signal }) => (await call(getDraft, {}, { signal })).draft,
  refetchOnMount: 'always',
});

/** The musician's page with the draft; asked for anew each time. */
export const previewQuery = queryOptions({
  queryKey: ['draft', 'preview'],
  queryFn: async ({ signal }) => (await call(previewDraft, {}, { signal })).musician,
  refetchOnMount: 'always',
  gcTime: 0,
});

/** Sends a draft. */
export function sendDraft(profile: Profile, version: number) {
  const { styles, instruments, services, samples, deleted, ...texts } = profile;
  const lists = {
    styles: [...styles],
    instruments: [...instruments],
    services: [...services],
    samples: [...samples],
    deleted: [...deleted],
  };
  return call(saveDraft, { body: { version, profile: { ...texts, ...lists } } });
}

/** Publishes, takes back or discards; the answer is the draft from then on. */
export function useDraftAct(act: 'publish' | 'take-back' | 'discard') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (version: number): Promise<Draft> => {
      const body = { version };
      if (act === 'publish') return (await call(publishDraft, { body })).draft;
      if (act === 'discard') return (await call(discardDraft, { body })).draft;
      return (await call(takeBackDraft, {})).draft;
    },
    onSuccess: (draft) => queryClient.setQueryData(draftQuery.queryKey, draft),
    onSettled: () => queryClient.invalidateQueries(samplesQuery),
  });
}
