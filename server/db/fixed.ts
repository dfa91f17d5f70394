import {
  Kysely,
  PostgresDialect,
  type CompiledQuery,
  type QueryExecutorProvider,
  type QueryResult,
} from 'kysely';
import type { Tables } from './tables.ts';

/** What a query builder or a piece of `sql` has in common. */
interface Buildable<R> {
  compile(provider: QueryExecutorProvider): CompiledQuery<R>;
}

type Build<A, R> = (db: Kysely<Tables>, args: A) => Buildable<R>;

/** A query whose SQL is built once. */
export interface Fixed<A, R> {
  /** Its rows. */
  all(db: Kysely<Tables>, args: A): Promise<R[]>;
  /** Its first row, if there is one. */
  first(db: Kysely<Tables>, args: A): Promise<R | undefined>;
  /** How many rows it has changed. */
  count(db: Kysely<Tables>, args: A): Promise<number>;
}

/** Builds SQL and has no connection. */
const BUILDER = new Kysely<Tables>({
  dialect: new PostgresDialect({ pool: () => Promise.reject(new Error('only builds SQL')) }),
});

/** Where people run it, what tests have compared is not compared again. */
const IS_COMPARED = process.env['NODE_ENV'] !== 'production';

/**
 * A query that is built at its first call, with a place for each argument, and then sent with the arguments of each call
 * (docs/decisions/0095-build-sql-once.md). `build` may only hand arguments on: what computes with one throws, and what
 * decides by one throws outside of production, where each call is compared with the query built for it alone.
 */
export function fixed<A extends object, R>(build: Build<A, R>): Fixed<A, R> {
  let template: Template | undefined;
  const run = (db: Kysely<Tables>, args: A): Promise<QueryResult<R>> => {
    template ??= templateOf(build);
    const { compiled, places } = template;
    const parameters = places.map((place) =>
      place.name === undefined ? place.value : args[place.name as keyof A],
    );
    if (IS_COMPARED) compare({ sql: compiled.sql, parameters }, build(BUILDER, args).compile(BUILDER));
    return db.executeQuery<R>({ ...compiled, parameters });
  };
  return {
    all: async (db, args) => (await run(db, args)).rows,
    first: async (db, args) => (await run(db, args)).rows[0],
    count: async (db, args) => Number((await run(db, args)).numAffectedRows ?? 0),
  };
}

/** A parameter: an argument by its name, or a value that never changes. */
type Place = { readonly name: string } | { readonly name: undefined; readonly value: unknown };

interface Template {
  readonly compiled: CompiledQuery;
  readonly places: readonly Place[];
}

function templateOf<A extends object, R>(build: Build<A, R>): Template {
  const names = new Map<unknown, string>();
  const args = new Proxy({} as A, {
    get(_, name) {
      const place = placeholder(String(name));
      names.set(place, String(name));
      return place;
    },
    ownKeys() {
      throw new Error('a fixed query takes each argument by its name');
    },
  });
  const compiled = build(BUILDER, args).compile(BUILDER);
  const places = compiled.parameters.map((value): Place => {
    const name = names.get(value);
    return name === undefined ? { name, value } : { name };
  });
  return { compiled, places };
}

/** Stands for an argument while SQL is built. */
function placeholder(name: string): object {
  const refuse = (): never => {
    throw new Error(`a fixed query computes with its argument ${name}`);
  };
  return new Proxy(
    {},
    // The builder asks whether a value is a part of a query.
    { get: (_, property) => (property === 'toOperationNode' ? undefined : refuse()), ownKeys: refuse },
  );
}

interface Sent {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

function compare(sent: Sent, built: Sent): void {
  const isSame =
    sent.sql === built.sql &&
    sent.parameters.length === built.parameters.length &&
    sent.parameters.every((value, index) => Object.is(value, built.parameters[index]));
  if (!isSame) throw new Error(`a fixed query depends on its arguments: ${built.sql}`);
}
