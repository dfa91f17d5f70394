/** A form value: text, or an object of values. Lists arrive as objects with the keys 0, 1, …. */
export type Raw = string | RawObject;
export interface RawObject {
  [key: string]: Raw;
}

const DEPTH = 12;

/** Reads `items[0][price]=…&expand[]=…` into nested objects without prototypes. */
export function parseForm(text: string): RawObject {
  const root = empty();
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = keysOf(name);
    if (keys.length > DEPTH) continue;
    put(root, keys, value);
  }
  return root;
}

export const isObject = (raw: Raw | undefined): raw is RawObject => typeof raw === 'object';

const empty = (): RawObject => Object.create(null) as RawObject;

function keysOf(name: string): string[] {
  const first = /^[^[]*/.exec(name)?.[0] ?? '';
  return [first, ...[...name.slice(first.length).matchAll(/\[([^\]]*)\]/g)].map((part) => part[1] ?? '')];
}

function put(root: RawObject, keys: readonly string[], value: string): void {
  let at = root;
  for (const [depth, given] of keys.entries()) {
    const key = given === '' && depth > 0 ? String(Object.keys(at).length) : given;
    if (depth === keys.length - 1) {
      at[key] = value;
      return;
    }
    const next = at[key];
    const inner = isObject(next) ? next : empty();
    at[key] = inner;
    at = inner;
  }
}
