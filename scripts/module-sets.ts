import path from 'node:path';

/** What the bundler knows of the modules. */
export interface Graph {
  getModuleInfo(id: string): {
    readonly code: string | null;
    readonly isEntry: boolean;
    readonly importers: readonly string[];
    readonly dynamicImporters: readonly string[];
    readonly importedIds: readonly string[];
  } | null;
}

/** Whether a module belongs to a set. A set has what its modules import, or chunks would import in circles. */
export type Has = (id: string, graph: Graph) => boolean;

const CLIENT = path.resolve(import.meta.dirname, '../client');

/** A library's module that only names all the others: of these a module uses those that it imports by name. */
const INDEX =
  /\/@(?:mantine\/(?:core|hooks|notifications)|tanstack\/(?:react-query|query-core|react-router|router-core))\/\w+\/(?:\w+\/)?index\.m?js$/;
const IMPORT = /import\s*(?:[\w$]+\s*,\s*)?\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;
const ALL_OF = /export \* from ["']([^"']+)["']/g;

/** Names that a module imports, with where from. */
function* importsOf(code: string): Generator<{ readonly names: readonly string[]; readonly from: string }> {
  for (const [, list = '', from = ''] of code.matchAll(IMPORT))
    yield { names: list.split(',').map((one) => one.trim().split(/\s/)[0] ?? ''), from };
}

/** Where an index has its names from, those of other libraries with it; read once. */
const places = new Map<string, ReadonlyMap<string, string>>();
function placesOf(index: string, graph: Graph): ReadonlyMap<string, string> {
  const known = places.get(index);
  if (known !== undefined) return known;
  const info = graph.getModuleInfo(index);
  const found = new Map<string, string>();
  const fileOf = (from: string) =>
    from.startsWith('.')
      ? path.resolve(path.dirname(index), from)
      : info?.importedIds.find((id) => id.includes(`/node_modules/${from}/`));
  for (const [, from = ''] of (info?.code ?? '').matchAll(ALL_OF)) {
    const file = fileOf(from);
    if (file !== undefined) for (const [name, place] of placesOf(file, graph)) found.set(name, place);
  }
  for (const { names, from } of importsOf(info?.code ?? '')) {
    const file = fileOf(from);
    if (file === undefined) continue;
    const further = INDEX.test(file) ? placesOf(file, graph) : null;
    for (const name of names) found.set(name, further?.get(name) ?? file);
  }
  places.set(index, found);
  return found;
}

/** What a module imports at once, an index replaced by what is used of it. */
function usedBy(id: string, graph: Graph): readonly string[] {
  const info = graph.getModuleInfo(id);
  if (info === null) return [];
  return info.importedIds.flatMap((imported) => {
    if (!INDEX.test(imported)) return [imported];
    const library = /\/node_modules\/(@\w+\/[\w-]+)\//.exec(imported)?.[1];
    const named = [...importsOf(info.code ?? '')].filter(({ from }) => from === library);
    const known = placesOf(imported, graph);
    return named.flatMap(({ names }) => names.flatMap((name) => known.get(name) ?? []));
  });
}

/** A file of the client, and all that it imports at once, directly and through others. */
export function closureOf(...files: readonly string[]): Has {
  const found = new Set<string>();
  const visit = (id: string, graph: Graph): void => {
    if (found.has(id)) return;
    found.add(id);
    for (const one of usedBy(id, graph)) visit(one, graph);
  };
  return (id, graph) => {
    if (found.size === 0) for (const file of files) visit(path.join(CLIENT, file), graph);
    return found.has(id);
  };
}

export const either =
  (...sets: readonly Has[]): Has =>
  (id, graph) =>
    sets.some((has) => has(id, graph));

export const both =
  (one: Has, other: Has): Has =>
  (id, graph) =>
    one(id, graph) && other(id, graph);
