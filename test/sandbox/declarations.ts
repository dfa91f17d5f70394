import fs from 'node:fs';
import { parseSync } from 'vite';

const RESOURCES = new URL('../../node_modules/stripe/esm/resources/', import.meta.url);

/** A node of the parsed declarations, as far as it is read here. */
interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** An interface: its properties, each with the names of the types that it refers to. */
export interface Declared {
  readonly scope: string;
  readonly properties: ReadonlyMap<string, readonly string[]>;
  readonly extends: readonly string[];
}

const nodes = (value: unknown): Node[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (one): one is Node => typeof one === 'object' && one !== null && 'type' in one,
  );

/** Names such as `Phase.Item` in a type, `Array<…>` and `Emptyable<…>` looked through. */
function referencesIn(node: Node): string[] {
  if (node.type === 'TSTypeReference')
    return [nameOf(nodes(node['typeName'])[0]), ...nodes(node['typeArguments']).flatMap(referencesIn)];
  return Object.values(node).flatMap((value) => nodes(value).flatMap(referencesIn));
}

function nameOf(node: Node | undefined): string {
  if (node === undefined) return '';
  if (node.type === 'TSQualifiedName')
    return `${nameOf(nodes(node['left'])[0])}.${nameOf(nodes(node['right'])[0])}`;
  const name = node['name'] ?? node['value'];
  return typeof name === 'string' ? name : '';
}

/** All interfaces of one of the SDK's declaration files, by their full names. */
export function declarationsOf(file: string): ReadonlyMap<string, Declared> {
  const url = new URL(`${file}.d.ts`, RESOURCES);
  const { program } = parseSync(`${file}.d.ts`, fs.readFileSync(url, 'utf8'));
  const found = new Map<string, Declared>();
  const visit = (node: Node, scope: string): void => {
    const inner = nodes(node['declaration'])[0] ?? node;
    const name = nameOf(nodes(inner['id'])[0]);
    const full = scope === '' ? name : `${scope}.${name}`;
    const body = nodes(inner['body'])[0];
    if (inner.type === 'TSModuleDeclaration') for (const one of nodes(body?.['body'])) visit(one, full);
    if (inner.type !== 'TSInterfaceDeclaration') return;
    const properties = new Map(
      nodes(body?.['body']).map((one) => [
        nameOf(nodes(one['key'])[0]),
        nodes(one['typeAnnotation']).flatMap(referencesIn),
      ]),
    );
    const parents = nodes(inner['extends']).map((one) => nameOf(nodes(one['expression'])[0]));
    found.set(full, { scope: full, properties, extends: parents });
  };
  for (const node of nodes(program.body)) visit(node, '');
  return found;
}

/** The interface that a name means within a scope. */
export function resolve(
  declared: ReadonlyMap<string, Declared>,
  scope: string,
  name: string,
): Declared | undefined {
  const parts = scope.split('.');
  for (let length = parts.length; length >= 0; length -= 1) {
    const found = declared.get([...parts.slice(0, length), name].join('.'));
    if (found !== undefined) return found;
  }
  return undefined;
}
