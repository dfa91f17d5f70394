import path from 'node:path';

/** What the bundler knows of a module. */
interface Graph {
  getModuleInfo(id: string): {
    readonly isEntry: boolean;
    readonly importers: readonly string[];
    readonly dynamicImporters: readonly string[];
    readonly importedIds: readonly string[];
  } | null;
}

const CLIENT = path.resolve(import.meta.dirname, '../client');
const LOGIN = path.join(CLIENT, 'accounts/login/LoginPage.tsx');
const SHELL = path.join(CLIENT, 'app/shell/Shell.tsx');

/** What a module imports at once, directly and through others. */
function closureOf(module: string): (id: string, graph: Graph) => boolean {
  const found = new Set<string>();
  const visit = (id: string, graph: Graph): void => {
    if (found.has(id)) return;
    found.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach((one) => visit(one, graph));
  };
  return (id, graph) => {
    visit(module, graph);
    return found.has(id);
  };
}

const ofLogin = closureOf(LOGIN);
const ofShell = closureOf(SHELL);
/** Libraries name everything they have in one module: what a screen really uses of them, the bundler knows better. */
const isOwn = (id: string): boolean => !id.includes('node_modules');

/** Entries and screens that are loaded later keep their own chunks; the shell is loaded by nearly all. */
function isLoadedAlone(id: string, graph: Graph): boolean {
  const info = graph.getModuleInfo(id);
  return (
    info === null ||
    info.isEntry ||
    (id !== SHELL && info.dynamicImporters.length > 0) ||
    info.importers.some((one) => one.endsWith('.html'))
  );
}

const group = (debugName: string, has: (id: string, graph: Graph) => boolean) => ({
  debugName,
  name: (id: string, graph: Graph): string | null =>
    has(id, graph) && !isLoadedAlone(id, graph) ? debugName : null,
});

/**
 * What every screen loads, in a few chunks instead of some fifty: what the fronts begin with, what /login and the shell
 * share, the rest of the shell, and its libraries by who uses them. No screen loads code by this that it does not use.
 */
export const CHUNK_GROUPS = [
  { ...group('base', () => true), tags: ['$initial' as const], priority: 3 },
  {
    ...group('common', (id, graph) => isOwn(id) && ofShell(id, graph) && ofLogin(id, graph)),
    includeDependenciesRecursively: false,
    priority: 2,
  },
  {
    ...group('shell', (id, graph) => isOwn(id) && ofShell(id, graph)),
    includeDependenciesRecursively: false,
    priority: 1,
  },
  {
    ...group('library', (id, graph) => !isOwn(id) && ofShell(id, graph)),
    includeDependenciesRecursively: false,
    entriesAware: true,
  },
];
