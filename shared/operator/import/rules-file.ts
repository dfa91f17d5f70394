/** A line of a file, as read; the header is line 1. */
export interface FileLine {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A mistake in a file. */
export interface ImportFault {
  readonly line: number;
  readonly message: string;
}

/** In the console, where somebody waits for the answer. */
export const CONSOLE_LINES_MAX = 1000;
/** By the command. */
const LINES_MAX = 10_000;
/** Characters of a file in the console. */
export const FILE_MAX = 500_000;
/** Credits of one line. */
export const CREDITS_MAX = 10_000;
/** Mistakes that are shown at once. */
export const FAULTS_SHOWN = 100;

/** What a line has, or what is wrong with it. */
export interface ReadLine<T> {
  readonly value: T | null;
  readonly problems: readonly string[];
  /** Values that no two lines may share, with their column and what people call them. */
  readonly unique: readonly (readonly [column: string, noun: string, value: string])[];
}

/** How the lines of a kind of file are read. */
export interface FileKind<Column extends string, T> {
  readonly columns: readonly Column[];
  /** Such as "member". */
  readonly noun: string;
  readonly read: (line: number, valueOf: (column: Column) => string) => ReadLine<T>;
}

/** A whole number of at most five digits; null for anything else. */
export const numberOf = (text: string): number | null => (/^\d{1,5}$/.test(text) ? Number(text) : null);

const refused = (line: number, message: string) => ({ rows: [], faults: [{ line, message }] });

/** Reads a file whose first line names its columns, in any order; every mistake is named with its line. */
export function readImport<Column extends string, T>(
  [header, ...lines]: readonly FileLine[],
  { columns, noun, read }: FileKind<Column, T>,
): { readonly rows: readonly T[]; readonly faults: readonly ImportFault[] } {
  const names = (header?.cells ?? []).map((name) => name.trim().toLowerCase());
  const missing = columns.filter((name) => !names.includes(name));
  if (missing.length > 0)
    return refused(1, `The first line has to name these columns, too: ${missing.join(', ')}.`);
  if (lines.length === 0) return refused(2, `There is no ${noun}.`);
  if (lines.length > LINES_MAX) return refused(LINES_MAX + 2, `At most ${LINES_MAX} ${noun}s.`);
  const first = new Map<string, number>();
  const rows: T[] = [];
  const faults: ImportFault[] = [];
  for (const { line, cells } of lines) {
    const { value, problems, unique } = read(line, (column) => (cells[names.indexOf(column)] ?? '').trim());
    const repeated = unique.flatMap(([column, what, text]) => {
      const key = `${column} ${text}`;
      const before = first.get(key);
      first.set(key, before ?? line);
      return before === undefined ? [] : [`${column}: The same ${what} is on line ${before}.`];
    });
    const wrong = [...problems, ...repeated];
    if (wrong.length === 0 && value !== null) rows.push(value);
    faults.push(...wrong.map((message) => ({ line, message })));
  }
  return { rows, faults };
}
