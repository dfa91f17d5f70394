/** A value of a table's file. */
type Value = string | number | null;

/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A table as CSV (RFC 4180); texts that begin like a formula are kept texts. */
export const toCsv = (rows: readonly (readonly Value[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
