import { parseSync, Visitor } from 'vite';

/** A source file. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** Facts of a file that the checks use, each with its line. */
export interface Facts {
  readonly imports: readonly { readonly from: string; readonly line: number; readonly typeOnly: boolean }[];
  readonly exports: readonly string[];
  readonly clockReads: readonly { readonly what: string; readonly line: number }[];
  readonly sql: readonly { readonly what: string; readonly line: number }[];
  /** What makes or reads a number that is not whole. */
  readonly fractions: readonly { readonly what: string; readonly line: number }[];
}

const STATEMENTS = new Set([
  'selectFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
  'replaceInto',
]);

const FRACTIONAL = new Set(['toFixed', 'toPrecision', 'parseFloat']);

/** Parses a TypeScript file, so that comments and strings do not count as code. */
export function readFacts({ path, text }: Source): Facts {
  const facts = {
    imports: [] as { from: string; line: number; typeOnly: boolean }[],
    exports: [] as string[],
    clockReads: [] as { what: string; line: number }[],
    sql: [] as { what: string; line: number }[],
    fractions: [] as { what: string; line: number }[],
  };
  const { program, errors } = parseSync(path, text);
  if (errors[0] !== undefined) throw new Error(`${path} cannot be read: ${errors[0].message}`);
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
  const imported = (from: string, start: number, typeOnly: boolean): void => {
    facts.imports.push({ from, line: lineAt(start), typeOnly });
  };

  const fraction = (what: string, start: number): void => {
    facts.fractions.push({ what, line: lineAt(start) });
  };

  new Visitor({
    Literal(node) {
      if (typeof node.value === 'number' && !Number.isInteger(node.value))
        fraction(String(node.value), node.start);
    },
    BinaryExpression(node) {
      if (node.operator === '/') fraction('a division', node.start);
    },
    AssignmentExpression(node) {
      if (node.operator === '/=') fraction('a division', node.start);
    },
    Identifier(node) {
      if (FRACTIONAL.has(node.name)) fraction(node.name, node.start);
    },
    ImportDeclaration(node) {
      imported(node.source.value, node.start, node.importKind === 'type');
      const sql = node.specifiers.find(
        (part) =>
          part.type === 'ImportSpecifier' &&
          part.imported.type === 'Identifier' &&
          part.imported.name === 'sql',
      );
      if (node.source.value === 'kysely' && sql !== undefined)
        facts.sql.push({ what: 'sql', line: lineAt(node.start) });
    },
    ImportExpression(node) {
      if (node.source.type === 'Literal' && typeof node.source.value === 'string')
        imported(node.source.value, node.start, false);
    },
    ExportAllDeclaration(node) {
      imported(node.source.value, node.start, node.exportKind === 'type');
    },
    ExportNamedDeclaration(node) {
      if (node.source !== null) imported(node.source.value, node.start, node.exportKind === 'type');
      const { declaration } = node;
      if (declaration?.type === 'FunctionDeclaration' && declaration.id)
        facts.exports.push(declaration.id.name);
      if (declaration?.type === 'VariableDeclaration') {
        for (const { id } of declaration.declarations)
          if (id.type === 'Identifier') facts.exports.push(id.name);
      }
    },
    NewExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0) {
        facts.clockReads.push({ what: 'new Date()', line: lineAt(node.start) });
      }
    },
    MemberExpression(node) {
      if (node.property.type !== 'Identifier') return;
      const { name } = node.property;
      if (STATEMENTS.has(name)) facts.sql.push({ what: name, line: lineAt(node.property.start) });
      if (node.object.type !== 'Identifier') return;
      const what = `${node.object.name}.${name}`;
      if (what === 'Date.now' || what === 'Temporal.Now')
        facts.clockReads.push({ what, line: lineAt(node.start) });
    },
  }).visit(program);
  return facts;
}
