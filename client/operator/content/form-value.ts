import type { FormField } from '#shared/content/rules-form.ts';
import type { FieldError } from '#shared/lib/problem.ts';

export type Value = Readonly<Record<string, unknown>>;

/** The value's fields; none where something else stands. */
export const asObject = (value: unknown): Value =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Value) : {};
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

const below = (path: string, key: string | number): string => (path === '' ? String(key) : `${path}.${key}`);
export { below as pathBelow };

/** A value with another one at a path; undefined removes the key. Everything beside the path stays the same object. */
export function withAt(value: unknown, path: string, next: unknown): unknown {
  if (path === '') return next;
  const [key = '', ...rest] = path.split('.');
  if (Array.isArray(value))
    return value.map((item: unknown, at) => (String(at) === key ? withAt(item, rest.join('.'), next) : item));
  const object = asObject(value);
  const inner = withAt(object[key], rest.join('.'), next);
  if (inner !== undefined) return { ...object, [key]: inner };
  const { [key]: _removed, ...others } = object;
  return others;
}

/** The fields directly below a path of the form. */
export function fieldsBelow(form: readonly FormField[], path: string): readonly FormField[] {
  const start = path === '' ? '' : `${path}.`;
  return form.filter(
    (field) =>
      field.path !== '' && field.path.startsWith(start) && !field.path.slice(start.length).includes('.'),
  );
}

/** What a new field begins with. */
export function emptyOf(form: readonly FormField[], { path, kind, options, min }: FormField): unknown {
  switch (kind) {
    case 'group':
    case 'picture':
      return Object.fromEntries(
        fieldsBelow(form, path).flatMap((field) =>
          field.empty === 'absent'
            ? []
            : [[keyOf(field.path), field.empty === 'null' ? null : emptyOf(form, field)]],
        ),
      );
    case 'list':
    case 'choices':
      return [];
    case 'table':
      return {};
    case 'choice':
      return options[0] ?? '';
    case 'toggle':
      return false;
    case 'number':
    case 'dollars':
    case 'percent':
      return min ?? 0;
    default:
      return '';
  }
}

export const keyOf = (path: string): string => path.split('.').at(-1) ?? '';

/** What stands in a field that was emptied. */
export const emptied = (empty: FormField['empty'], required: unknown): unknown =>
  empty === 'absent' ? undefined : empty === 'null' ? null : required;

/** An item moved to another place. */
export function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const rest = items.filter((_, at) => at !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}

/** How an item is called while it is closed: its first text, as the form has them, that is not its id. */
export function titleOf(form: readonly FormField[], item: FormField, value: unknown): string | null {
  const values = asObject(value);
  const texts = fieldsBelow(form, item.path)
    .map(({ path }) => keyOf(path))
    .filter((key) => asText(values[key]).trim() !== '');
  const key = texts.find((one) => !NAMES.has(one)) ?? texts[0];
  if (key === undefined) return null;
  const text = asText(values[key]);
  return text.length > TITLE_MAX ? `${text.slice(0, TITLE_MAX).trimEnd()}…` : text;
}

/** Characters of a closed item's title. */
const TITLE_MAX = 80;

/** Keys for programs, which say less than words. */
const NAMES: ReadonlySet<string> = new Set(['id', 'category', 'icon', 'value']);

/** Whether a field or one within it is wrong. */
export const hasError = (errors: readonly FieldError[], path: string): boolean =>
  errors.some(({ field }) => field === path || field.startsWith(`${path}.`));

/** The first message about a field itself. */
export const errorAt = (errors: readonly FieldError[], path: string): string | null =>
  errors.find(({ field }) => field === path)?.message ?? null;

const SCALE = { number: 1, dollars: 1, percent: 100 } as const;
type NumberKind = keyof typeof SCALE;

/** A typed number as it is stored: hundredths of a percent; what is no number stays text, which the check refuses. */
export function readNumber(text: string, { kind, empty }: { kind: NumberKind; empty: FormField['empty'] }) {
  const typed = text.trim().replace(',', '.');
  if (typed === '') return emptied(empty, null);
  const number = Number(typed);
  if (!Number.isFinite(number)) return text;
  return SCALE[kind] === 1 ? number : Math.round(number * SCALE[kind]);
}

/** A stored number as it is typed. */
export function numberText(value: unknown, kind: NumberKind): string {
  if (typeof value === 'number') return String(value / SCALE[kind]);
  return asText(value);
}
