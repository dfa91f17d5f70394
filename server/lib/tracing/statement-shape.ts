/** What a trace says of a statement. */
export interface StatementShape {
  /** Its first word and its tables: `UPDATE sessions`. */
  readonly summary: string;
  readonly operation: string;
  /** The statement without literals. */
  readonly text: string;
}

/** Statements are built from a few hundred texts. */
const MOST_SHAPES = 1000;
const MOST_TABLES = 4;
const MOST_TEXT = 2000;

/** What follows `for update`, `do update` and `join`. */
const NO_TABLES = new Set(['set', 'of', 'skip', 'nowait', 'lateral']);

/** After `from` may come a function, the end of `is distinct from`, or a column in `extract(… from …)`. */
const TABLE =
  /\binto ([\w."]+)|(?<!\bdistinct |\b(?:extract|substring|trim)\([^ ()]* )\b(?:from|join|update) (?:only )?([\w."]+)(?![\w."(]| \()/gi;
/** What `with` names. */
const PART = /\b(\w+)(?: ?\([\w, ]*\))? as (?:materialized )?\(/gi;

const shapes = new Map<string, StatementShape>();

/** The shape of a statement. Its values are parameters; literals in its text are left out all the same. */
export function statementShape(sql: string): StatementShape {
  const known = shapes.get(sql);
  if (known !== undefined) return known;
  if (shapes.size >= MOST_SHAPES) shapes.clear();
  const shape = readShape(sql);
  shapes.set(sql, shape);
  return shape;
}

function readShape(sql: string): StatementShape {
  const text = sql
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/(?<![\w$."])\d+(?:\.\d+)?\b/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const operation = /^\w+/.exec(text)?.[0].toUpperCase() ?? 'QUERY';
  const named = matches(text, TABLE);
  const own = new Set(matches(text, PART));
  const tables = new Set(named.filter((name) => !own.has(name) && !NO_TABLES.has(name.toLowerCase())));
  return {
    summary: [operation, ...[...tables].slice(0, MOST_TABLES)].join(' '),
    operation,
    text: text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text,
  };
}

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, first, second = '']) => (first ?? second).replaceAll('"', ''));
