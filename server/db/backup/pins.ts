import type { Client } from 'pg';

/**
 * Pins restored files to their bytes in the new storage. Files that were not pinned, or were marked changed, stay so.
 */
export async function preparePinUpdate(
  client: Client,
): Promise<(key: string, etag: string | null) => Promise<void>> {
  const { rows } = await client.query(
    `select from information_schema.columns
     where table_schema = current_schema() and table_name = 'files' and column_name = 'etag'`,
  );
  if (rows.length === 0) return async () => {};
  return async (key, etag) => {
    await client.query(
      'update files set etag = $2, version = null where key = $1 and etag is not null and changed_at is null',
      [key, etag],
    );
  };
}
