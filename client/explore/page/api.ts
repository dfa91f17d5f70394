import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { musicianSamples } from '#shared/catalogue/calls-samples.ts';
import { musicianComments, musicianPage } from '#shared/explore/calls.ts';
import type { MusicianPage } from '#shared/explore/contract-page.ts';
import { COMMENTS_MORE } from '#shared/explore/rules-page.ts';
import { call, ProblemError } from '../../lib/api.ts';

/**
 * A musician's page with the prices of a person (null: nobody is signed in); null for an unknown musician. Follows live
 * updates of their slots.
 */
export const musicianQuery = (slug: string, personId: string | null) =>
  queryOptions({
    queryKey: ['musician-page', slug, personId],
    queryFn: async ({ signal }): Promise<MusicianPage | null> => {
      try {
        return (await call(musicianPage, { params: { slug } }, { signal })).musician;
      } catch (error) {
        if (error instanceof ProblemError && error.problem.status === 404) return null;
        throw error;
      }
    },
  });

/** All comments on a musician, page by page. */
export const commentsQuery = (slug: string) =>
  infiniteQueryOptions({
    queryKey: ['musician-comments', slug],
    queryFn: async ({ pageParam, signal }) =>
      call(
        musicianComments,
        { params: { slug }, query: { page: pageParam, size: COMMENTS_MORE } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length * COMMENTS_MORE < last.total ? pages.length : undefined),
  });

/** The samples on a musician's page. */
export const samplesQuery = (slug: string) =>
  queryOptions({
    queryKey: ['musician-samples', slug],
    queryFn: async ({ signal }) =>
      (await call(musicianSamples, { params: { id: slug } }, { signal })).samples,
  });
