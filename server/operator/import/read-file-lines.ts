import { parse } from 'csv-parse/sync';
import type { FileLine } from '#shared/operator/import/rules-file.ts';

interface Row {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** The lines of a text of comma-separated values, each with its number. Throws when it is none. */
export function readFileLines(text: string): FileLine[] {
  const rows = parse(text, {
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
  }) as unknown as readonly Row[];
  return rows.map(({ record, info }) => ({ line: info.lines, cells: record }));
}
