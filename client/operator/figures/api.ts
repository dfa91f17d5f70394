import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getFigure } from '#shared/operator/calls-today.ts';
import type { Figure, FigureBy } from '#shared/operator/figures/rules-figures.ts';
import { call } from '../../lib/api.ts';

interface Asked {
  readonly figure: Figure;
  readonly by: FigureBy;
  /** Days, both inside. */
  readonly from: string;
  readonly to: string;
}

/** A figure by week, month, musician or service. While another one loads, the former stays. */
export const figureQuery = ({ figure, by, from, to }: Asked) =>
  queryOptions({
    queryKey: ['operator', 'figures', { figure, by, from, to }],
    queryFn: async ({ signal }) => ({
      figure,
      by,
      ...(await call(getFigure, { query: { figure, by, from, to } }, { signal })),
    }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
