/**
 * Reference of several benchmarks: Fastify with pg and nothing else. Arguments: a connection string and a file of
 * statements.
 */
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { Pool } from 'pg';

const [connectionString = '', file] = process.argv.slice(2);
const statements =
  file === undefined
    ? [{ text: 'select 1', values: [] }]
    : (JSON.parse(fs.readFileSync(file, 'utf8')) as { text: string; values: unknown[] }[]);
const pool = new Pool({ connectionString, max: 20 });
const app = Fastify();
app.get('/', () =>
  Promise.all(statements.map(async ({ text, values }) => (await pool.query(text, values)).rows)),
);
await pool.query('select 1');
await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ port: (app.server.address() as AddressInfo).port });
