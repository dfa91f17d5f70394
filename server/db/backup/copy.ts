import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { columnList, tableName, type Table } from './catalog.ts';

/** Row count and sum of a table. `sha256` is that of COPY's text, in hexadecimal. */
export interface Copied {
  readonly rows: number;
  readonly sha256: string;
}

/** Passes bytes on and hashes them. */
function hashing(): { readonly stream: Transform; readonly sha256: () => string } {
  const hash = createHash('sha256');
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, sha256: () => hash.digest('hex') };
}

/** Streams a table's rows to a new gzip file. */
export async function copyOut(client: Client, table: Table, file: string): Promise<Copied> {
  const rows = client.query(copyTo(`copy (${table.rows}) to stdout`));
  const { stream, sha256 } = hashing();
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(rows, stream, createGzip(), output);
  return { rows: rows.rowCount, sha256: sha256() };
}

/** Row count and sum of a table now. */
export async function digest(client: Client, table: Table): Promise<Copied> {
  const rows = client.query(copyTo(`copy (${table.rows}) to stdout`));
  const hash = createHash('sha256');
  for await (const chunk of rows) hash.update(chunk as Buffer);
  return { rows: rows.rowCount, sha256: hash.digest('hex') };
}

/** Loads rows that `copyOut` wrote. */
export async function copyIn(client: Client, table: Table, file: string): Promise<void> {
  const input = client.query(
    copyFrom(`copy ${tableName(table.name)} (${columnList(table.columns)}) from stdin`),
  );
  await pipeline(createReadStream(file), createGunzip(), input);
}
