import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  bringVersionBack,
  discardDraft,
  getContentDocument,
  getContentVersion,
  listContent,
  publishDraft,
  resetContent,
  saveDraft,
} from '#shared/operator/content/calls-content.ts';
import { call, type ArgsOf } from '../../lib/api.ts';
import { pricesQuery } from '../prices/api.ts';

/** Every document of the content. */
export const contentQuery = queryOptions({
  queryKey: ['operator', 'content'],
  queryFn: async ({ signal }) => (await call(listContent, {}, { signal })).documents,
  staleTime: 0,
});

/** A document with its form, its draft and its versions. */
export const documentQuery = (name: string) =>
  queryOptions({
    queryKey: ['operator', 'content', name],
    queryFn: ({ signal }) => call(getContentDocument, { params: { name } }, { signal }),
    staleTime: 0,
  });

/** A published version and the one before it; neither ever changes. */
export const versionQuery = (name: string, version: number) =>
  queryOptions({
    queryKey: ['operator', 'content', name, version],
    queryFn: ({ signal }) => call(getContentVersion, { params: { name, version } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Reads the document again, also when a change was refused: others may have changed it. */
function useSettled(name: string) {
  const queryClient = useQueryClient();
  return async () => {
    // Published offers may wait for a price.
    if (name === 'pricing') void queryClient.invalidateQueries(pricesQuery);
    await queryClient.invalidateQueries({ ...documentQuery(name), exact: true });
  };
}

export function useSaveDraft(name: string) {
  const onSettled = useSettled(name);
  return useMutation({
    mutationFn: (body: ArgsOf<typeof saveDraft>['body']) => call(saveDraft, { params: { name }, body }),
    onSettled,
  });
}

export function useDiscardDraft(name: string) {
  const onSettled = useSettled(name);
  return useMutation({
    mutationFn: (revision: string) => call(discardDraft, { params: { name }, body: { revision } }),
    onSettled,
  });
}

export function usePublishDraft(name: string) {
  const onSettled = useSettled(name);
  return useMutation({
    mutationFn: (body: ArgsOf<typeof publishDraft>['body']) => call(publishDraft, { params: { name }, body }),
    onSettled,
  });
}

export function useResetContent(name: string) {
  const onSettled = useSettled(name);
  return useMutation({
    mutationFn: (body: ArgsOf<typeof resetContent>['body']) => call(resetContent, { params: { name }, body }),
    onSettled,
  });
}

export function useBringBack(name: string, version: number) {
  const onSettled = useSettled(name);
  return useMutation({
    mutationFn: (revision: string | null) =>
      call(bringVersionBack, { params: { name, version }, body: { revision } }),
    onSettled,
  });
}
