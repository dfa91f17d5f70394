import { expect, test } from 'vitest';
import { documentForm } from './form.ts';
import { DOCUMENT_NAMES, DOCUMENTS } from './registry.ts';

/** The paths of all values within a value, with `*` for items and for the keys of tables. */
function pathsOf(value: unknown, path: string, tables: ReadonlySet<string>): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  const isMany = Array.isArray(value) || tables.has(path);
  const below = (key: string) => (path === '' ? key : `${path}.${key}`);
  return [
    path,
    ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, below(isMany ? '*' : key), tables)),
  ];
}

test.for(DOCUMENT_NAMES)('every value of the shipped %s has its field', (name) => {
  const fields = documentForm(name);
  const paths = fields.map(({ path }) => path);
  expect(new Set(paths).size, 'no field is there twice').toBe(paths.length);
  const tables = new Set(fields.filter(({ kind }) => kind === 'table').map(({ path }) => path));
  const options = new Set(fields.filter(({ kind }) => kind === 'choices').map(({ path }) => `${path}.*`));
  const known = new Set([...paths, ...options]);
  const shipped = new Set(pathsOf(DOCUMENTS[name].shipped, '', tables));
  expect([...shipped].filter((path) => !known.has(path))).toEqual([]);
});

const field = (name: (typeof DOCUMENT_NAMES)[number], path: string) =>
  documentForm(name).find((one) => one.path === path);

test('fields are edited by what their schemas say', () => {
  expect(field('faqs', 'faqs')).toMatchObject({ kind: 'list', max: 100, empty: 'required' });
  expect(field('faqs', 'faqs.*.question')).toMatchObject({ kind: 'line', min: 1, max: 300 });
  expect(field('faqs', 'faqs.*.answer')).toMatchObject({ kind: 'prose', max: 4000 });
  expect(field('faqs', 'faqs.*.trial')).toMatchObject({ kind: 'toggle', empty: 'absent' });
  expect(field('privacy', 'body')).toMatchObject({ kind: 'html', max: 200_000 });
  expect(field('pricing', 'plans.*.price')).toMatchObject({ kind: 'dollars', min: 0, empty: 'required' });
  expect(field('pricing', 'plans.*.old_price')).toMatchObject({ kind: 'dollars', empty: 'null' });
  expect(field('pricing', 'orchestras.*.link')).toMatchObject({ kind: 'line', empty: 'null' });
  expect(field('pricing', 'cohorts.public.plans.*')).toMatchObject({ kind: 'line', max: 64 });
  expect(field('vat', 'rates')).toMatchObject({ kind: 'table' });
  expect(field('vat', 'rates.*')).toMatchObject({ kind: 'percent', max: 10_000 });
  expect(field('referral', 'invitee_faqs')).toMatchObject({ kind: 'list', empty: 'absent' });
  expect(field('how-it-works', 'customer_success')).toMatchObject({ kind: 'group', empty: 'null' });
  expect(field('announcements', 'announcements.*.images.big')).toMatchObject({
    kind: 'picture',
    empty: 'null',
  });
  expect(field('announcements', 'announcements.*.template')).toMatchObject({
    kind: 'choice',
    options: ['card', 'strip', 'billboard'],
  });
  expect(field('announcements', 'announcements.*.audience.roles')).toMatchObject({
    kind: 'choices',
    min: 1,
    options: ['client', 'partner', 'managed'],
  });
  expect(field('service-update', 'acknowledgements')).toMatchObject({ kind: 'list', min: 3, max: 3 });
  expect(field('limitations', 'files_expiration_time')).toMatchObject({ kind: 'number' });
});
