/** A connection string or its parts. */
export type DatabaseTarget =
  | string
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password?: string;
      readonly database: string;
    };

/** A target in pg's form. */
export function connectionTo(
  target: DatabaseTarget,
): { connectionString: string } | Exclude<DatabaseTarget, string> {
  return typeof target === 'string' ? { connectionString: target } : { ...target };
}

/** The oldest PostgreSQL that serves, as its `server_version_num`. */
export const OLDEST = 150_000;
