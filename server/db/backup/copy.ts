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

const LINE_END = 0x0a;

/**
 * Counts and hashes the rows of COPY's text, each of which ends with the only line break in it. The database's own count
 * may arrive after the end of the rows.
 */
function summing(): { readonly add: (chunk: Buffer) => void; readonly sum: () => Copied } {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    add(chunk) {
      hash.update(chunk);
      for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, at + 1)) rows += 1;
    },
    sum: () => ({ rows, sha256: hash.digest('hex') }),
  };
}

/** Streams a table's rows to a new gzip file. */
export async function copyOut(client: Client, table: Table, file: string): Promise<Copied> {
  const { add, sum } = summing();
  const adding = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      add(chunk);
      done(null, chunk);
    },
  });
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(rowsOf(client, table), adding, createGzip(), output);
  return sum();
}

/** Row count and sum of a table now. */
export async function digest(client: Client, table: Table): Promise<Copied> {
  const { add, sum } = summing();
  for await (const chunk of rowsOf(client, table)) add(chunk as Buffer);
  return sum();
}

const rowsOf = (client: Client, { rows }: Table) => client.query(copyTo(`copy (${rows}) to stdout`));

/** Loads rows that `copyOut` wrote. */
export async function copyIn(client: Client, table: Table, file: string): Promise<void> {
  const input = client.query(
    copyFrom(`copy ${tableName(table.name)} (${columnList(table.columns)}) from stdin`),
  );
  await pipeline(createReadStream(file), createGunzip(), input);
}
