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

/** Saves a table's text as a file of the browser's downloads. */
export function downloadCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
