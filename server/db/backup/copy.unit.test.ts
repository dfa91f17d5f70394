import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import type { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { copyOut, digest } from './copy.ts';

const TABLE = { name: 'notes', columns: ['text'], rows: 'select text from notes' };
const TEXT = 'one\ntwo, a line\\nin it\n\\N\n';

/** Of which the rows arrive in pieces, and the database's own count not before they end. */
const client = (): Client =>
  ({
    query: () =>
      Object.assign(Readable.from([TEXT.slice(0, 6), TEXT.slice(6)].map((part) => Buffer.from(part))), {
        rowCount: 0,
      }),
  }) as unknown as Client;

test('rows are counted as they are read, since the database counts them after their end', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'talkback-copy-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'notes.copy.gz');
  const saved = await copyOut(client(), TABLE, file);
  expect(saved.rows).toBe(3);
  expect(gunzipSync(fs.readFileSync(file)).toString()).toBe(TEXT);
  expect(await digest(client(), TABLE)).toEqual(saved);
});
