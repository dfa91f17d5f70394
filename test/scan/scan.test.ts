import { expect } from 'vitest';
import type { Settings } from '#server/lib/settings.ts';
import { listPeople } from '#shared/operator/contract-people.ts';
import { startFaultyServer } from './faulty-server.ts';
import { fuzz } from './ffuf.ts';
import type { ScanRequest } from './requests.ts';
import { startScannedApp } from './scanned-app.ts';
import { injectSql } from './sqlmap.ts';
import { test as base } from './test.ts';
import { attackPages } from './wapiti.ts';

/** A request of the faulty server's search. */
const FAULTY: ScanRequest = {
  name: 'the faulty search',
  endpoint: listPeople,
  role: 'nobody',
  as: null,
  args: { query: { q: 'Ada' } },
  places: [{ part: 'query', keys: ['q'], value: 'Ada' }],
  statuses: new Set(['200']),
};

const test = base
  .extend('scanned', { scope: 'file' }, async ({}, { onCleanup }) => {
    const scanned = await startScannedApp();
    onCleanup(() => scanned.close());
    return scanned;
  })
  .extend('faulty', async ({ scanned, folder }, { onCleanup }) => {
    const server = await startFaultyServer(scanned.app.db);
    onCleanup(() => server.close());
    const origin = { canonical: server.origin, all: [server.origin] };
    const origins: Settings['origins'] = { studio: origin, partners: origin, operator: origin };
    return { folder, origins };
  });

/** ONLY=… scans the calls with this in their name, or with one of several with commas between. */
const only = (process.env['ONLY'] ?? '').split(',');
const isScanned = ({ name }: ScanRequest): boolean => only.some((part) => name.includes(part));

test('ffuf finds the fault of a faulty server', async ({ faulty }) => {
  const [place] = FAULTY.places;
  if (place === undefined) throw new Error('no place');
  expect(await fuzz(FAULTY, place, faulty)).toContain("nobody: the faulty search, query q: 500 for '");
});

test('sqlmap finds the fault of a faulty server', async ({ faulty }) => {
  expect(await injectSql([FAULTY], faulty)).toHaveLength(1);
});

test('wapiti finds the fault of a faulty server', async ({ faulty }) => {
  const found = await attackPages(faulty.origins.studio.canonical, ['/?q=Ada'], null, faulty.folder);
  expect(found.filter((text) => text.startsWith('SQL Injection'))).toHaveLength(1);
});

test('ffuf finds no value that an endpoint answers outside its contract', async ({ scanned, folder }) => {
  const { origins } = scanned.app.ctx().settings;
  const found: string[] = [];
  for (const request of scanned.requests.filter(isScanned))
    for (const place of request.places) found.push(...(await fuzz(request, place, { folder, origins })));
  expect(found).toEqual([]);
  expect(scanned.errors).toEqual([]);
});

test('sqlmap finds no way to inject SQL', async ({ scanned, folder }) => {
  const { origins } = scanned.app.ctx().settings;
  const requests = scanned.requests.filter(isScanned);
  expect(await injectSql(requests, { folder, origins })).toEqual([]);
});
