import type { Plugin } from 'vite';

/** What a browser needs of a call's declaration: how to send it. The server judges what is in it. */
const NEEDED = new Set(['method', 'path']);

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
 * that only the server says. Schemas that nothing else uses then leave the build, and the schema library with them.
 */
export function leanContracts(): Plugin {
  return {
    name: 'lean-contracts',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/shared\/(?:\w+\/contract(?:-[a-z-]+)?|lib\/wire)\.ts$/.test(id)) return null;
      const { body } = this.parse(code, { lang: 'ts' }) as unknown as { readonly body: readonly Node[] };
      const edits = body.flatMap(declarations).flatMap((declaration) => editsOf(code, declaration));
      return { code: apply(code, edits), map: null };
    },
  };
}

/** The constants that a statement at the top declares. */
function declarations(statement: Node): Node[] {
  const inner =
    statement.type === 'ExportNamedDeclaration' ? (statement['declaration'] as Node | null) : statement;
  return inner?.type === 'VariableDeclaration' ? (inner['declarations'] as Node[]) : [];
}

function editsOf(code: string, declaration: Node): Edit[] {
  const init = declaration['init'] as Node | null;
  if (init === null) return [];
  const shorter = endpointsIn(init).map((declared) => shorten(code, declared));
  // A constant that nothing uses may go: making it does nothing else.
  if (init.type === 'ArrowFunctionExpression') return shorter;
  return [
    { start: init.start, end: init.start, text: '/* @__PURE__ */ (() => (' },
    ...shorter,
    { start: init.end, end: init.end, text: '))()' },
  ];
}

/** The objects that are given to `endpoint`. */
function endpointsIn(node: Node): Node[] {
  if (node.type === 'CallExpression' && (node['callee'] as Node)['name'] === 'endpoint') {
    const [declared] = node['arguments'] as Node[];
    return declared?.type === 'ObjectExpression' ? [declared] : [];
  }
  return Object.values(node)
    .flat()
    .filter((child): child is Node => typeof child === 'object' && child !== null && 'type' in child)
    .flatMap(endpointsIn);
}

function shorten(code: string, declared: Node): Edit {
  const kept = (declared['properties'] as Node[])
    .filter((property) => NEEDED.has(String((property['key'] as Node | undefined)?.['name'])))
    .map(({ start, end }) => code.slice(start, end));
  return { start: declared.start, end: declared.end, text: `{ ${kept.join(', ')} }` };
}

function apply(code: string, edits: readonly Edit[]): string {
  let result = code;
  for (const { start, end, text } of edits.toSorted((a, b) => b.start - a.start || b.end - a.end))
    result = result.slice(0, start) + text + result.slice(end);
  return result;
}
