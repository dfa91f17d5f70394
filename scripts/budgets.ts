import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** A screen's code: the modules that its address loads beside the front's entry. */
interface Screen {
  readonly name: string;
  readonly modules: readonly string[];
  /** The most script files, the entry among them. */
  readonly files: number;
  /** The most JavaScript in bytes, as sent with brotli. */
  readonly bytes: number;
}

const SHELL = 'app/shell/Shell.tsx';
const EXPLORE = 'explore/ExplorePage.tsx';
const SESSIONS = 'app/routes/SessionsScreen.tsx';

/** What the first screens may load before they work. */
const SCREENS: readonly Screen[] = [
  { name: '/login', modules: ['accounts/login/LoginPage.tsx'], files: 7, bytes: 140_000 },
  { name: '/explore', modules: [SHELL, EXPLORE], files: 7, bytes: 213_000 },
  {
    name: 'the booking panel',
    modules: [SHELL, EXPLORE, 'booking/form/BookingPanel.tsx'],
    files: 10,
    bytes: 262_000,
  },
  {
    name: 'the session panel',
    modules: [SHELL, SESSIONS, 'app/routes/SessionScreen.tsx'],
    files: 10,
    bytes: 248_000,
  },
];

const CLIENT = path.resolve(import.meta.dirname, '../client');

/** Fails the build when a first screen loads more than it may, or /login the schema library. */
export function budgets(): Plugin {
  return {
    name: 'budgets',
    apply: 'build',
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const weights = new Map<string, number>();
      const weightOf = ({ fileName, code }: Rolldown.OutputChunk): number => {
        const weight = weights.get(fileName) ?? brotliCompressSync(code).length;
        weights.set(fileName, weight);
        return weight;
      };
      for (const { name, modules, files, bytes } of SCREENS) {
        const loaded = new Set(['app/studio.tsx', ...modules].map((file) => chunkWith(chunks, file)));
        for (const { imports } of loaded)
          for (const one of chunks) if (imports.includes(one.fileName)) loaded.add(one);
        const parts = [...loaded];
        const weight = parts.reduce((sum, part) => sum + weightOf(part), 0);
        const said = `${name}: ${(weight / 1000).toFixed(1)} kB of JavaScript in ${parts.length} files`;
        if (weight > bytes || parts.length > files)
          this.error(`${said}, more than ${bytes / 1000} kB in ${files}`);
        if (name === '/login' && parts.some((part) => part.moduleIds.some(isSchemas)))
          this.error(`${name} loads the schema library`);
        this.info(said);
      }
    },
  };
}

const isSchemas = (id: string): boolean => id.includes('/node_modules/zod/');

function chunkWith(chunks: readonly Rolldown.OutputChunk[], file: string): Rolldown.OutputChunk {
  const id = path.join(CLIENT, file);
  const chunk = chunks.find(
    ({ moduleIds, facadeModuleId }) => facadeModuleId === id || moduleIds.includes(id),
  );
  if (chunk === undefined) throw new Error(`The build has no ${file} to weigh.`);
  return chunk;
}
