import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { addPicture, listPictures, removePicture } from '#shared/operator/content/calls-content.ts';
import { call } from '../../lib/api.ts';
import { documentQuery } from '../content/api.ts';

/** Every picture, and what shows it. */
export const picturesQuery = queryOptions({
  queryKey: ['operator', 'pictures'],
  queryFn: async ({ signal }) => (await call(listPictures, {}, { signal })).pictures,
  staleTime: 0,
});

/** Adds a picture, which is drawn anew. */
export function useAddPicture() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.append('picture', file);
      return call(addPicture, {}, { form });
    },
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries(picturesQuery),
        // Its form offers the stored pictures.
        queryClient.invalidateQueries({ ...documentQuery('announcements'), exact: true }),
      ]),
  });
}

/** Removes a picture by its address. */
export function useRemovePicture() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (src: string) =>
      call(removePicture, { params: { file: src.slice(src.lastIndexOf('/') + 1) } }),
    onSettled: () => queryClient.invalidateQueries(picturesQuery),
  });
}
