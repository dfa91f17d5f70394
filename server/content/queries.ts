import type { Database } from '../db/database.ts';

/** The operator's overrides of flags: name → value. */
export function flagRows(db: Database) {
  return db.selectFrom('flags').select(['key', 'value']).execute();
}

/** A setting that the operator changed, or undefined. */
export function settingRow(db: Database, key: string) {
  return db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
}
