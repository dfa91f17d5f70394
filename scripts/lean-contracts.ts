import type { Plugin } from 'vite';

/** What a browser needs of a call's declaration: how to send it. The server judges what is in it. */
const NEEDED = new Set(['method', 'path']);
/** Where schemas come from. */
const SCHEMA_HOMES = /^zod\/mini$|\/wire\.ts$|\/contract[a-z-]*\.ts$/;
/** In the place of a schema: goes with the constant if nothing uses it, else says why the page does not work. */
const GONE = "/* @__PURE__ */ (() => { throw new Error('Schemas stay with the server.'); })()";

/** As much of a syntax tree as is looked at here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Contracts as the browser gets them: of each endpoint only its method and path, without schemas and without the words
 * that only the server says. So no screen loads the schema library for a contract's sake.
 */
export function leanContracts(): Plugin {
  return {
    name: 'lean-contracts',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/shared\/(?:\w+\/contract[a-z-]*|lib\/problem)\.ts$/.test(id)) return null;
      const { body } = this.parse(code, { lang: 'ts' }) as unknown as { readonly body: readonly Node[] };
      return { code: apply(code, leanEdits(code, body)), map: null };
    },
  };
}

function leanEdits(code: string, body: readonly Node[]): Edit[] {
  const imports = body.filter(({ type, source }) => type === 'ImportDeclaration' && homeOfSchemas(source));
  const schemas = new Set(
    imports.flatMap((one) => (one['specifiers'] as Node[]).map(({ local }) => nameOf(local))),
  );
  const callers = new Set(['endpoint']);
  const edits: Edit[] = imports.map(({ start, end }) => ({ start, end, text: '' }));
  for (const { id, init } of body.flatMap(declarations)) {
    const value = init as Node;
    if (isSchema(value, schemas, callers)) {
      schemas.add(nameOf(id));
      edits.push({ start: value.start, end: value.end, text: GONE });
    } else if (value.type === 'ArrowFunctionExpression') {
      callers.add(nameOf(id));
      edits.push(...shortened(code, value, schemas));
    } else {
      edits.push({ start: value.start, end: value.start, text: '/* @__PURE__ */ (() => (' });
      edits.push(...shortened(code, value, schemas), { start: value.end, end: value.end, text: '))()' });
    }
  }
  return edits;
}

function homeOfSchemas(source: unknown): boolean {
  return SCHEMA_HOMES.test(String((source as Node)['value']));
}

function nameOf(node: unknown): string {
  return String((node as Node)['name']);
}

/** The constants that a statement at the top declares. */
function declarations(statement: Node): Node[] {
  const exported = statement.type === 'ExportNamedDeclaration';
  const inner = exported ? (statement['declaration'] as Node | null) : statement;
  if (inner?.type !== 'VariableDeclaration') return [];
  return (inner['declarations'] as Node[]).filter(({ init }) => init !== null);
}

/** What of a node is code: no types, no names of properties. */
function partsOf(node: Node): Node[] {
  const parts: unknown[] = Object.entries(node)
    .filter(([key]) => !(key === 'key' || key === 'property') || node['computed'] === true)
    .flatMap(([, part]) => part);
  return parts
    .filter((part): part is Node => typeof part === 'object' && part !== null && 'type' in part)
    .filter(
      ({ type }) => !type.startsWith('TS') || type === 'TSAsExpression' || type === 'TSSatisfiesExpression',
    );
}

/** Whether a value is made from schemas, other than by handing them to a declaration of a call. */
function isSchema(node: Node, schemas: ReadonlySet<string>, callers: ReadonlySet<string>): boolean {
  if (node.type === 'Identifier') return schemas.has(nameOf(node));
  if (node.type === 'CallExpression' && callers.has(nameOf(node['callee']))) return false;
  return partsOf(node).some((part) => isSchema(part, schemas, callers));
}

/** Leaves of each declared call what is needed, and out of every other call its schemas. */
function shortened(code: string, node: Node, schemas: ReadonlySet<string>): Edit[] {
  if (node.type !== 'CallExpression') return partsOf(node).flatMap((part) => shortened(code, part, schemas));
  const given = node['arguments'] as Node[];
  if (nameOf(node['callee']) === 'endpoint') return given.map((declared) => shorten(code, declared));
  return given
    .filter((argument) => isSchema(argument, schemas, new Set()))
    .map(({ start, end }) => ({ start, end, text: 'undefined' }));
}

function shorten(code: string, declared: Node): Edit {
  const kept = (declared['properties'] as Node[])
    .filter((property) => NEEDED.has(nameOf(property['key'])))
    .map(({ start, end }) => code.slice(start, end));
  return { start: declared.start, end: declared.end, text: `{ ${kept.join(', ')} }` };
}

/** Applies edits from the end, so that no place moves; of two at one place the later comes after the earlier. */
function apply(code: string, edits: readonly Edit[]): string {
  let result = code;
  for (const { start, end, text } of edits.toSorted((a, b) => b.start - a.start || b.end - a.end))
    result = result.slice(0, start) + text + result.slice(end);
  return result;
}
