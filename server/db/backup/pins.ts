import type { Client } from 'pg';

/**
 * Pins restored files and samples to their bytes in the new storage. Files that were not pinned, or were marked
 * changed, stay so.
 */
export async function preparePinUpdate(
  client: Client,
): Promise<(key: string, etag: string | null) => Promise<void>> {
  const { rows } = await client.query(
    `select from information_schema.columns
     where table_schema = current_schema() and table_name = 'files' and column_name = 'etag'`,
  );
  if (rows.length === 0) return async () => {};
  const { rows: samples } = await client.query("select to_regclass('musician_samples') as name");
  const hasSamples = samples.some(({ name }) => name !== null);
  return async (key, etag) => {
    if (hasSamples)
      await client.query(
        `update musician_samples set
          etag = case when key = $1 then $2 else etag end, version = case when key = $1 then null else version end,
          preview_etag = case when preview_key = $1 then $2 else preview_etag end,
          preview_version = case when preview_key = $1 then null else preview_version end
        where key = $1 or preview_key = $1`,
        [key, etag],
      );
    await client.query(
      'update files set etag = $2, version = null where key = $1 and etag is not null and changed_at is null',
      [key, etag],
    );
  };
}
