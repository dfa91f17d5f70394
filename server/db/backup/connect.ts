import { Client } from 'pg';
import { connectionTo, type DatabaseTarget } from '../target.ts';

/** Fixed output formats; no limit for a long COPY, one for locks. */
const SESSION = `
  set statement_timeout = 0; set lock_timeout = '60s'; set idle_in_transaction_session_timeout = 0;
  set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set client_encoding = 'UTF8'`;

/** Opens the connection of a backup or a restore, outside the pool. */
export async function connect(target: DatabaseTarget): Promise<Client> {
  const client = new Client({
    ...connectionTo(target),
    application_name: 'talkback backup',
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  });
  // The running query fails on a lost connection; an unhandled event would end the process.
  client.on('error', () => {});
  await client.connect();
  await client.query(SESSION);
  return client;
}
