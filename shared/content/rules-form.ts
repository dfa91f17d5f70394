import type * as z from 'zod/mini';

/** How a field is edited. `picture` is a group that is chosen whole, `table` has values by a key, `choices` a list of some of the options. */
export const FORM_KINDS = [
  'group',
  'picture',
  'list',
  'table',
  'choices',
  'choice',
  'line',
  'prose',
  'html',
  'number',
  'dollars',
  'percent',
  'toggle',
] as const;
export type FormKind = (typeof FORM_KINDS)[number];

/** A field of a document's form. */
export interface FormField {
  /** From the document's root; `*` stands for each item of a list and each key of a table. */
  readonly path: string;
  readonly kind: FormKind;
  /** What stands there while nothing is: the key is left out, or null. */
  readonly empty: 'required' | 'absent' | 'null';
  /** Characters of a text, items of a list, or the least and the greatest number; null: no limit. */
  readonly min: number | null;
  readonly max: number | null;
  /** Of a choice. */
  readonly options: readonly string[];
}

/** Texts up to this length are edited in one line. */
const LINE_MAX = 300;

interface Walked {
  /** The paths of HTML. */
  readonly html: readonly string[];
  /** What is edited otherwise than its type says, by schemas: numbers in a unit, pictures. */
  readonly kinds: ReadonlyMap<z.ZodMiniType, 'dollars' | 'percent' | 'picture'>;
}

/** zod's own description of a schema, as far as documents use it. */
interface Def {
  readonly type: string;
  readonly innerType?: z.ZodMiniType;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly element?: z.ZodMiniType;
  readonly valueType?: z.ZodMiniType;
  readonly entries?: Readonly<Record<string, string>>;
  readonly checks?: readonly Check[];
}

/** A check of a schema: a length, a least or greatest number, a form. */
interface Check {
  readonly _zod: {
    readonly def: {
      readonly check: string;
      readonly minimum?: number;
      readonly maximum?: number;
      readonly length?: number;
      readonly value?: number;
    };
  };
}

/** The form of a document, made from its schema (docs/product/content.md#forms). Parents stand before their fields. */
export function formOf(schema: z.ZodMiniType, walked: Walked): FormField[] {
  return walk(schema, '', 'required', walked);
}

function walk(schema: z.ZodMiniType, path: string, empty: FormField['empty'], walked: Walked): FormField[] {
  const def = schema.def as unknown as Def;
  const inner = (of: z.ZodMiniType | undefined, at: string, how: FormField['empty'] = 'required') =>
    of === undefined ? [] : walk(of, at, how, walked);
  const below = (key: string) => (path === '' ? key : `${path}.${key}`);
  const { min, max, isFixed } = limitsOf(def.checks ?? []);
  const field = (kind: FormKind, options: readonly string[] = []): FormField => ({
    path,
    kind,
    empty,
    min,
    max,
    options,
  });
  switch (def.type) {
    case 'optional':
      return inner(def.innerType, path, 'absent');
    case 'nullable':
      return inner(def.innerType, path, 'null');
    case 'object':
      return [
        field(walked.kinds.get(schema) ?? 'group'),
        ...Object.entries(def.shape ?? {}).flatMap(([key, of]) => inner(of, below(key))),
      ];
    case 'array': {
      const options = optionsOf(def.element);
      return options === null
        ? [field('list'), ...inner(def.element, below('*'))]
        : [field('choices', options)];
    }
    case 'record':
      return [field('table'), ...inner(def.valueType, below('*'))];
    case 'enum':
      return [field('choice', optionsOf(schema) ?? [])];
    case 'boolean':
      return [field('toggle')];
    case 'number':
      return [field(walked.kinds.get(schema) ?? 'number')];
    case 'string':
      if (walked.html.includes(path)) return [field('html')];
      return [field(isFixed || (max !== null && max <= LINE_MAX) ? 'line' : 'prose')];
    default:
      throw new Error(`${path}: a form cannot edit ${def.type}.`);
  }
}

interface Limits {
  readonly min: number | null;
  readonly max: number | null;
  /** A text of a fixed form, such as a link, which has no second line. */
  readonly isFixed: boolean;
}

const first = (values: readonly (number | undefined)[]): number | null =>
  values.find((value) => value !== undefined) ?? null;

/** What a schema's checks say of its size. */
function limitsOf(checks: readonly Check[]): Limits {
  const defs = checks.map(({ _zod: { def } }) => def);
  const of = (kind: string) => defs.find(({ check }) => check === kind);
  const length = of('length_equals')?.length;
  return {
    min: first([of('min_length')?.minimum, length, of('greater_than')?.value]),
    max: first([of('max_length')?.maximum, length, of('less_than')?.value]),
    isFixed: of('string_format') !== undefined,
  };
}

function optionsOf(schema: z.ZodMiniType | undefined): readonly string[] | null {
  const def = schema?.def as unknown as Def | undefined;
  return def?.type === 'enum' ? Object.values(def.entries ?? {}) : null;
}
