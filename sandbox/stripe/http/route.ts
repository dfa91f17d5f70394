import type { Condition, Work } from '../store/work.ts';
import type { Kind, Kinds } from '../store/kinds.ts';
import { missing } from './errors.ts';
import {
  integerIn,
  list,
  object,
  range,
  text,
  type Field,
  type Fields,
  type InputOf,
  type ValueOf,
} from './params.ts';

export interface Call<F extends Fields> {
  readonly work: Work;
  readonly input: InputOf<F>;
  /** Ids of the path, in order. */
  readonly ids: readonly string[];
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `/v1/customers/:id` */
  readonly path: string;
  readonly fields: Field<Record<string, unknown>>;
  /** May be called with a publishable key, for a client secret's sake. */
  readonly publishable: boolean;
  /** Nothing of what it does is kept. */
  readonly discards: boolean;
  run(work: Work, input: Record<string, unknown>, ids: readonly string[]): Promise<object>;
}

export function route<F extends Fields>(
  method: Route['method'],
  path: string,
  fields: F,
  run: (call: Call<F>) => Promise<object> | object,
  {
    publishable = false,
    discards = false,
    expands = method !== 'DELETE',
  }: { publishable?: boolean; discards?: boolean; expands?: boolean } = {},
): Route {
  return {
    method,
    path,
    fields: object(expands ? { ...fields, expand: list(text) } : fields),
    publishable,
    discards,
    run: async (work, input, ids) => run({ work, input: input as InputOf<F>, ids }),
  };
}

/** GET of one object. */
export const retrieve = (path: string, kind: Kind): Route =>
  route('GET', path, {}, ({ work, ids }) => work.get(kind, ids[0] ?? ''));

const PAGE = {
  limit: integerIn(1, 100),
  starting_after: text,
  ending_before: text,
} as const;
const CREATED = { created: range } as const;

/** GET of a list, the newest first; `where` makes conditions of the filters. */
export function listOf<F extends Fields>(
  path: string,
  kind: Kind,
  filters: F,
  where: (call: Call<F>) => readonly Condition[] | Promise<readonly Condition[]>,
  { byTime = true }: { byTime?: boolean } = {},
): Route {
  const fields: Fields = { ...PAGE, ...(byTime ? CREATED : {}), ...filters };
  return route('GET', path, fields, async ({ work, input, ids }) => {
    const page = input as InputOf<typeof PAGE> & Partial<InputOf<typeof CREATED>>;
    const call: Call<F> = { work, input: input as unknown as InputOf<F>, ids };
    const conditions = [...(await where(call)), ...createdIn(page.created)];
    return readPage(work, kind, conditions, page, fillIn(path, ids));
  });
}

type Page = InputOf<typeof PAGE>;

async function readPage<K extends Kind>(
  work: Work,
  kind: K,
  conditions: readonly Condition[],
  page: Page,
  url: string,
): Promise<{ object: 'list'; data: Kinds[K][]; has_more: boolean; url: string }> {
  const limit = page.limit ?? 10;
  const back = page.ending_before !== undefined;
  const cursor = page.starting_after ?? page.ending_before;
  if (cursor !== undefined) {
    const found = await work.any(cursor);
    if (found?.kind !== kind) throw missing(kind, cursor, back ? 'ending_before' : 'starting_after');
  }
  const beyond: Condition[] =
    cursor === undefined
      ? []
      : [
          {
            sql: `seq ${back ? '>' : '<'} (select seq from sandbox_stripe.objects where id = $)`,
            values: [cursor],
          },
        ];
  const rows = await work.select(
    kind,
    [...conditions, ...beyond],
    `order by seq ${back ? 'asc' : 'desc'} limit ${limit + 1}`,
  );
  const data = rows.slice(0, limit);
  return { object: 'list', data: back ? data.toReversed() : data, has_more: rows.length > limit, url };
}

/** A list that is part of another object. */
export const wholeList = <T>(
  data: T[],
  url: string,
): { object: 'list'; data: T[]; has_more: false; url: string } => ({
  object: 'list',
  data,
  has_more: false,
  url,
});

function createdIn(created: ValueOf<typeof range> | undefined): Condition[] {
  if (created === undefined) return [];
  if (typeof created === 'number') return [{ sql: `(data ->> 'created')::bigint = $`, values: [created] }];
  const signs = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
  return (Object.keys(signs) as (keyof typeof signs)[]).flatMap((key) => {
    const bound = created[key];
    return bound === undefined
      ? []
      : [{ sql: `(data ->> 'created')::bigint ${signs[key]} $`, values: [bound] }];
  });
}

function fillIn(path: string, ids: readonly string[]): string {
  let at = 0;
  return path.replaceAll(/:\w+/g, () => {
    at += 1;
    return ids[at - 1] ?? '';
  });
}
