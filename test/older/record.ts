import fs from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll } from 'vitest';
import { sentBy } from '#test/api/sent.ts';
import { shapeOf } from './statements.ts';

/** Records one statement of each shape per API test file into the folder STATEMENTS, for statements.test.ts. */
const folder = process.env['STATEMENTS'];
const statements = new Map<string, string>();

if (folder !== undefined) {
  const seen = new Set<string>();
  const record = (text: string): void => {
    if (seen.has(text)) return;
    seen.add(text);
    const shape = shapeOf(text);
    if (shape !== null && !statements.has(shape)) statements.set(shape, text);
  };
  const query = Reflect.get(Client.prototype, 'query') as (...args: unknown[]) => unknown;
  const recordingQuery = function recordingQuery(this: Client, ...args: unknown[]): unknown {
    for (const { text } of sentBy(args)) record(text);
    return query.apply(this, args);
  };
  Reflect.set(Client.prototype, 'query', recordingQuery);
  afterAll(() => {
    Reflect.set(Client.prototype, 'query', query);
    const lines = [...statements.values()].map((text) => `${JSON.stringify(text)}\n`);
    fs.appendFileSync(path.join(folder, `${process.pid}.jsonl`), lines.join(''));
  });
}
