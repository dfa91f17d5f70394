import * as z from 'zod/mini';
import { endpoint } from '../../lib/endpoint.ts';
import { Day, Instant } from '../../lib/wire.ts';
import * as calls from '../calls-today.ts';
import { FIGURES, FIGURE_BY } from './rules-figures.ts';

export const FigureRow = z.object({
  /** The first day of a week or month, else an id. */
  key: z.string(),
  /** Of a musician or service; null: of weeks and months. */
  name: z.nullable(z.string()),
  /** null: nothing to divide by (docs/product/operator.md#figures). */
  value: z.nullable(z.number()),
  /** What is counted, and what it is held against; equal to the value and 0 where it is no ratio. */
  amount: z.number(),
  base: z.number(),
});
export type FigureRow = z.infer<typeof FigureRow>;

export const getFigure = endpoint({
  ...calls.getFigure,
  summary: 'A figure by week, month, musician or service, from a day to a day (UTC, both inside)',
  who: ['operator'],
  query: z.object({ figure: z.enum(FIGURES), by: z.enum(FIGURE_BY), from: Day, to: Day }),
  response: z.object({
    /** When the newest day was summed; null: not yet. */
    summed_at: z.nullable(Instant),
    rows: z.array(FigureRow),
  }),
  problems: {
    not_by_that: { status: 422, detail: 'This figure is not there by that.' },
    wrong_range: { status: 422, detail: 'A range has 1 to 1100 days and ends after it begins.' },
  },
});
