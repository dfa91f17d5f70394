/** Shorter ones are read faster than looked up. */
const SHORTEST = 200;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isSchema = (value: Fields): boolean =>
  typeof value['type'] === 'string' || Array.isArray(value['anyOf']);

/** Writes a schema that stands in these values already as `{ "as": <its place> }`. */
export function foldRepeats(values: unknown): unknown {
  return fold(values, '', new Map());
}

function fold(value: unknown, place: string, seen: Map<string, string>): unknown {
  if (!isFields(value)) return value;
  if (Array.isArray(value)) return value.map((one, index) => fold(one, `${place} ${index}`.trim(), seen));
  if (isSchema(value)) {
    const { nullable, ...rest } = value;
    const text = JSON.stringify(rest);
    const first = seen.get(text);
    if (first !== undefined) return { as: first, ...(nullable === true && { nullable }) };
    if (text.length >= SHORTEST) seen.set(text, place);
  }
  return mapFields(value, (one, key) => fold(one, `${place} ${key}`.trim(), seen));
}

/** Reads what `foldRepeats` wrote. */
export function unfoldRepeats(values: unknown): unknown {
  return unfold(values, '', new Map());
}

function unfold(value: unknown, place: string, known: Map<string, Fields>): unknown {
  if (!isFields(value)) return value;
  if (Array.isArray(value)) return value.map((one, index) => unfold(one, `${place} ${index}`.trim(), known));
  if (typeof value['as'] === 'string') {
    const first = known.get(value['as']);
    if (first === undefined) throw new Error(`there is no ${value['as']} before ${place}`);
    return { ...first, ...(value['nullable'] === true && { nullable: true }) };
  }
  const whole = mapFields(value, (one, key) => unfold(one, `${place} ${key}`.trim(), known));
  const { nullable: _nullable, ...rest } = whole;
  if (isSchema(whole)) known.set(place, rest);
  return whole;
}

const mapFields = (fields: Fields, change: (value: unknown, key: string) => unknown): Fields =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, change(value, key)]));
