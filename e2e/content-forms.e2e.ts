import type { Locator, Page } from '@playwright/test';
import { DOCUMENT_NAMES } from '#server/content/documents/registry.ts';
import type { FormField } from '#shared/content/rules-form.ts';
import { DOCUMENT_TEXTS, fieldLabel } from '#shared/operator/content/texts-content.ts';
import { dialog } from '#test/browser/booking.ts';
import { checkA11y } from '#test/browser/screen.ts';
import { expect, test } from '#test/browser/test.ts';

/** Every document's form, used by labels, groups and buttons (docs/product/content.md#forms). */
test.use({ fresh: false });

/** These have every kind of field between them. */
const OF_EVERY_KIND: ReadonlySet<string> = new Set([
  'pricing',
  'announcements',
  'vat',
  'privacy',
  'onboarding-modal',
]);

for (const name of DOCUMENT_NAMES)
  test(`each kind of field of ${name} is changed, saved and found again${OF_EVERY_KIND.has(name) ? '' : ' @variant'}`, async ({
    as,
  }) => {
    const page = await as('operator@demo.test', null);
    const open = async () => {
      await page.goto(`/documents/${name}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(DOCUMENT_TEXTS[name]?.[0] ?? '');
    };
    await open();
    const { form, published } = await readDocument(page, name);
    const shown = page.getByRole('region', { name: 'Document', exact: true });
    const at = (path: string) => locate(shown, form, path);

    await test.step('fields within fields are added, moved, removed', async () => {
      for (const placed of oneOfEachKind(form, published, MANY))
        await changeMany(await at(placed.path), placed);
      await save(page);
    });
    const { draft } = await readDocument(page, name);
    const value = draft?.value ?? published;
    const simple = oneOfEachKind(form, value, SIMPLE);
    const typed = new Map<string, string>();

    await test.step('values are typed', async () => {
      for (const placed of simple) typed.set(placed.path, await changeOne(await at(placed.path), placed));
      await save(page);
      await checkA11y(page);
    });
    await test.step('they are found again', async () => {
      await open();
      for (const { path, field } of simple)
        expect(await textOf(await at(path), field), path).toBe(typed.get(path));
      // Nothing else has changed.
      const saved = (await readDocument(page, name)).draft?.value;
      const others = placedFields(form, value).filter(
        ({ field, path }) =>
          SIMPLE.has(field.kind) && ![...typed.keys()].some((one) => `${path}.`.startsWith(`${one}.`)),
      );
      for (const { path, value: before } of others) expect(valueAt(saved, path), path).toEqual(before);
    });
    await discard(page);
  });

test('a picture of an announcement is chosen among the stored ones, with its size', async ({ as }) => {
  const page = await as('operator@demo.test', null);
  const stored = { src: '/announcement-year-medium.svg', width: 720, height: 240 };
  // The demo stores none; that they are listed is tested over HTTP (server/content/pictures.test.ts).
  await page.route('**/api/v2/operator/content/announcements', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), pictures: [stored] } });
  });
  await page.goto('/documents/announcements');
  const item = page.getByRole('region', { name: 'Document', exact: true }).locator('ol > li').first();
  await item.locator('summary').first().click();
  await item.getByRole('combobox', { name: 'Picture above 949 px' }).click();
  await page.getByRole('option', { name: 'Picture 1, 720 × 240' }).click();
  await expect(item.locator('img')).toHaveAttribute('src', stored.src);
  await save(page);
  const { draft } = await readDocument(page, 'announcements');
  expect(valueAt(draft?.value, 'announcements.0.images.big')).toEqual(stored);
  await discard(page);
});

async function discard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await dialog(page, 'Discard this draft?').getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page.getByText('Everything here is published.')).toBeVisible();
}

interface Place {
  readonly within: Locator;
  readonly label: string;
}

/** A field at its place: its path has the numbers of items and the keys of tables. */
interface Placed {
  readonly field: FormField;
  readonly path: string;
  readonly value: unknown;
}

const MANY: ReadonlySet<string> = new Set(['group', 'list', 'table']);
const SIMPLE: ReadonlySet<string> = new Set([
  'line',
  'prose',
  'html',
  'number',
  'dollars',
  'percent',
  'toggle',
  'choice',
  'choices',
  'picture',
]);

const readDocument = (page: Page, name: string) =>
  page.evaluate(
    async (path) =>
      (await (await fetch(path)).json()) as {
        readonly form: readonly FormField[];
        readonly published: unknown;
        readonly draft: { readonly value: unknown } | null;
      },
    `/api/v2/operator/content/${name}`,
  );

const below = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);
const valueAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], value);

/** The places of a field in a value, those that are left out too. */
function placedFields(form: readonly FormField[], value: unknown): Placed[] {
  const keysAt = (path: string, part: string): string[] => {
    const there = path === '' ? value : valueAt(value, path);
    if (typeof there !== 'object' || there === null) return [];
    return part === '*' ? Object.keys(there).map((key) => below(path, key)) : [below(path, part)];
  };
  return form.slice(1).flatMap((field) =>
    field.path
      .split('.')
      .reduce<string[]>((above, part) => above.flatMap((path) => keysAt(path, part)), [''])
      .map((path) => ({ field, path, value: valueAt(value, path) })),
  );
}

/** A field of each kind, of those that may be left out too; deep ones last, since others may take them away. */
function oneOfEachKind(form: readonly FormField[], value: unknown, kinds: ReadonlySet<string>): Placed[] {
  const some = new Map<string, Placed>();
  for (const placed of placedFields(form, value)) {
    const { kind, empty, path } = placed.field;
    const isItem = path.endsWith('.*');
    const isOfPicture = form.some((one) => one.kind === 'picture' && path.startsWith(`${one.path}.`));
    // What is not there has no other picture to choose, as long as none is stored.
    if (isOfPicture || (kind === 'picture' && placed.value === null)) continue;
    if (!kinds.has(kind) || (kind === 'group' && (empty === 'required' || isItem))) continue;
    const key = `${kind} ${empty} ${isItem}`;
    if (!some.has(key)) some.set(key, placed);
  }
  return [...some.values()];
}

/** Where a field is in the form; the items around it are opened. */
async function locate(form: Locator, all: readonly FormField[], path: string): Promise<Place> {
  let [within, schema, label] = [form, '', ''];
  const keys = path.split('.');
  for (const [at, key] of keys.entries()) {
    const parent = all.find((one) => one.path === schema)?.kind;
    schema = below(schema, parent === 'list' || parent === 'table' ? '*' : key);
    if (parent === 'list') {
      within = within.locator(':scope > ol > li').nth(Number(key));
      label = `${label} ${Number(key) + 1}`;
      const details = within.locator(':scope > details');
      if ((await details.count()) > 0 && (await details.getAttribute('open')) === null)
        await details.locator(':scope > summary').click();
    } else label = parent === 'table' ? key : fieldLabel(key);
    if (at < keys.length - 1) within = within.getByRole('group', { name: label, exact: true }).first();
  }
  return { within, label };
}

const button = (within: Locator, name: string) => within.getByRole('button', { name, exact: true }).first();
const group = ({ within, label }: Place) => within.getByRole('group', { name: label, exact: true }).first();

/** Adds to a list or table, moves and removes; lets a group be there or not. */
async function changeMany(place: Place, { field, value }: Placed): Promise<void> {
  const { label } = place;
  const here = group(place);
  if (field.kind === 'group') {
    const there = here.getByRole('checkbox', { name: 'There is one' }).first();
    await there.setChecked(!(await there.isChecked()));
    await there.setChecked(true);
    return;
  }
  if (field.kind === 'table') {
    await here.getByRole('textbox', { name: 'Country' }).fill('n');
    await button(here, 'Add').click();
    await expect(here.getByText('A code has two letters.')).toBeVisible();
    await here.getByRole('textbox', { name: 'Country' }).fill('nz');
    await button(here, 'Add').click();
    await expect(here.getByRole('textbox', { name: 'NZ', exact: true })).toHaveValue('0');
    const [first = ''] = Object.keys(value as object);
    await button(here, `Remove: ${first}`).click();
    await expect(here.getByRole('textbox', { name: first, exact: true })).toHaveCount(0);
    return;
  }
  const items = here.locator(':scope > ol > li');
  const count = Array.isArray(value) ? value.length : 0;
  await button(here, `Add to ${label}`).click();
  await button(here, `Add to ${label}`).click();
  await expect(items).toHaveCount(count + 2);
  await button(here, `Move up: ${label} ${count + 2}`).click();
  await button(here, `Move down: ${label} ${count + 1}`).click();
  await button(here, `Remove: ${label} ${count + 1}`).click();
  await expect(items).toHaveCount(count + 1);
}

/** A field's element. */
function elementOf({ within, label }: Place, { kind, empty }: FormField): Locator {
  if (kind === 'choices')
    return within.getByRole('group', { name: label, exact: true }).getByRole('checkbox').first();
  if (kind === 'toggle' && empty === 'required')
    return within.getByRole('checkbox', { name: label, exact: true }).first();
  const isSelect = kind === 'toggle' || kind === 'choice' || kind === 'picture';
  return within.getByRole(isSelect ? 'combobox' : 'textbox', { name: label, exact: true }).first();
}

/** What a field shows; yes and no for one that is checked. */
async function textOf(place: Place, field: FormField): Promise<string> {
  const element = elementOf(place, field);
  const isChecked = field.kind === 'choices' || (field.kind === 'toggle' && field.empty === 'required');
  return isChecked ? String(await element.isChecked()) : element.inputValue();
}

/** Changes a field; what it shows then. */
async function changeOne(place: Place, { field, path }: Placed): Promise<string> {
  const element = elementOf(place, field);
  const before = await textOf(place, field);
  if (before === 'true' || before === 'false') await element.setChecked(before === 'false');
  else if (field.kind === 'choice' || field.kind === 'picture' || field.kind === 'toggle') {
    await element.click();
    const options = element.page().getByRole('option');
    await options.filter({ visible: true }).filter({ hasNotText: before }).first().click();
  } else await element.fill(NUMBERS.get(field.kind) ?? `Øystein’s “${path}” <b>& more</b>`);
  const after = await textOf(place, field);
  expect(after, path).not.toBe(before);
  return after;
}

const NUMBERS: ReadonlyMap<string, string> = new Map([
  ['number', '7'],
  ['dollars', '12.5'],
  ['percent', '12.75'],
]);

/** Saves the draft; not while nothing has changed. */
async function save(page: Page): Promise<void> {
  const saving = page.getByRole('button', { name: 'Save draft' });
  if ((await saving.count()) === 0) return;
  await saving.click();
  await expect(saving).toHaveCount(0);
  await expect(page.getByText(/^Draft saved[.;]/)).toBeVisible();
}
