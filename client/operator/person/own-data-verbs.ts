import { useMutation, useQueryClient } from '@tanstack/react-query';
import { downloadPersonData, erasePerson, keepPerson } from '#shared/operator/calls.ts';
import { call } from '../../lib/api.ts';
import { useChanged } from './use-changed.ts';

/** Prepares a download of a person's data and begins it. */
export function useDownloadData(id: string) {
  const onSuccess = useChanged(id);
  return useMutation({
    mutationFn: async (reason: string) =>
      (await call(downloadPersonData, { params: { id }, body: { reason } })).url,
    onSuccess: async (url) => {
      globalThis.location.assign(url);
      await onSuccess();
    },
  });
}

/** Deletes an account, at once or 14 days later. */
export function useErase(id: string, when: 'now' | 'later') {
  const onSuccess = useChanged(id);
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => call(erasePerson, { params: { id }, body: { reason, when } }),
    onSuccess: async () => {
      await onSuccess();
      if (when === 'now') queryClient.removeQueries({ queryKey: ['operator'], type: 'inactive' });
    },
  });
}

/** Takes back the deletion of an account. */
export function useKeep(id: string) {
  const onSuccess = useChanged(id);
  return useMutation({
    mutationFn: (reason: string) => call(keepPerson, { params: { id }, body: { reason } }),
    onSuccess,
  });
}
