import { Writable } from 'node:stream';
import pino from 'pino';
import { expect } from 'vitest';
import { CSP_REPORTS } from './csp-reports.ts';
import { test as base } from '#test/api/test.ts';

const lines: string[] = [];
const log = pino(
  new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  }),
);
const test = base
  .extend('options', { scope: 'file' }, { log })
  .extend('report', { scope: 'file' }, ({ app }) => async (type: string, payload: string) => {
    lines.length = 0;
    const headers = { host: 'localhost:4000', 'content-type': type };
    const answer = await app.http.inject({ method: 'POST', url: CSP_REPORTS, headers, payload });
    const logged = lines.map((line) => JSON.parse(line) as { msg: string });
    return {
      status: answer.statusCode,
      logged: logged.filter(({ msg }) => msg.startsWith('a page was refused')),
    };
  });

const REPORTED = {
  effectiveDirective: 'script-src-elem',
  blockedURL: 'https://evil.test/steal.js?of=somebody',
  documentURL: 'https://studio.test/sessions/100001?token=secret#messages',
};

test('what browsers report is logged without paths, queries or ids', async ({ report }) => {
  const { status, logged } = await report(
    'application/reports+json',
    JSON.stringify([{ type: 'csp-violation', age: 1, url: 'x', body: REPORTED }]),
  );
  expect(status).toBe(204);
  expect(logged).toMatchObject([
    { directive: 'script-src-elem', blocked: 'https://evil.test', page: '/sessions' },
  ]);
  expect(JSON.stringify(logged)).not.toMatch(/secret|somebody|100001/);
});

test('so is what browsers without the Reporting API send', async ({ report }) => {
  const body = {
    'effective-directive': 'style-src',
    'blocked-uri': 'inline',
    'document-uri': 'https://s.test/',
  };
  const { status, logged } = await report('application/csp-report', JSON.stringify({ 'csp-report': body }));
  expect(status).toBe(204);
  expect(logged).toMatchObject([{ directive: 'style-src', blocked: 'inline', page: '/' }]);
});

test.for([
  ['no JSON', 'nothing'],
  ['another report', '[{"type":"deprecation","body":{}}]'],
  ['a line that would forge the log', '{"csp-report":7}'],
])('%s is refused and not logged', async ([, payload], { report }) => {
  const { status, logged } = await report('application/csp-report', payload ?? '');
  expect([status, logged]).toEqual([400, []]);
});

test('many from one address are refused, and a long one', async ({ report }) => {
  expect((await report('application/csp-report', `"${'x'.repeat(70_000)}"`)).status).toBe(413);
  const statuses: number[] = [];
  for (let n = 0; n < 70; n += 1) statuses.push((await report('application/json', '[]')).status);
  expect(statuses).toContain(429);
});

test('pages say where to report', async ({ app }) => {
  const { headers } = await app.http.inject({ url: '/api/v2/studio', headers: { host: 'localhost:4000' } });
  expect(headers['content-security-policy']).toContain(`report-uri ${CSP_REPORTS};report-to csp`);
  expect(headers['reporting-endpoints']).toBe(`csp="${CSP_REPORTS}"`);
});
