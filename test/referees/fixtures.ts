type Json = Record<string, unknown>;

/**
 * Fields of the fixtures that Stripe has since removed from its API or answers only when they are asked for: the SDK's
 * types have them not at all, or as optional.
 */
const ABSENT: Readonly<Record<string, readonly string[]>> = {
  charge: ['refunds'],
  credit_note_line_item: ['invoice_line_item'],
  invoice: ['subscription'],
};

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

const isPlain = (value: unknown): value is Json => typeOf(value) === 'object';

/** How an object differs from the fixture of its kind: fields that it lacks, and JSON types that are others. */
function differences(found: Json, fixture: Json, path: string, absent: readonly string[]): string[] {
  return Object.entries(fixture).flatMap(([key, wanted]) => {
    if (!Object.hasOwn(found, key)) return absent.includes(key) ? [] : [`${path}.${key} is missing`];
    const [own, other] = [typeOf(found[key]), typeOf(wanted)];
    if (own === 'null' || other === 'null' || own === other) return [];
    // A reference is an id, or the object where it was expanded.
    if (other === 'string' && isPlain(found[key]) && typeof found[key]['id'] === 'string') return [];
    return [`${path}.${key} is ${own}, not ${other}`];
  });
}

/** All objects within an answer that name their kind, checked against the fixtures. */
export function check(
  answer: unknown,
  fixtures: Readonly<Record<string, Json>>,
  seen: Map<string, number>,
): string[] {
  if (Array.isArray(answer)) return answer.flatMap((one) => check(one, fixtures, seen));
  if (!isPlain(answer)) return [];
  const inner = Object.values(answer).flatMap((value) => check(value, fixtures, seen));
  const kind = answer['object'];
  if (typeof kind !== 'string' || answer['deleted'] === true) return inner;
  const fixture = fixtures[kind];
  if (fixture === undefined) return inner;
  seen.set(kind, (seen.get(kind) ?? 0) + 1);
  return [...differences(answer, fixture, kind, ABSENT[kind] ?? []), ...inner];
}
