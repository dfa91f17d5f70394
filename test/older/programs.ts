/** Where the older PostgreSQL's programs are, as .ci/run says. */
export function programs(): string {
  const folder = process.env['OLDER_POSTGRES'];
  if (folder === undefined) throw new Error('OLDER_POSTGRES names no folder; .ci/run says how this is run');
  return folder;
}
