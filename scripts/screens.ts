import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import { frameOf, type FrameKind } from '#client/app/frame/frames.ts';
import type { Front } from '#shared/lib/wire.ts';
import type { ScreenFiles } from '#server/http/screen-files.ts';

/** A screen by its address, with the code that it loads beside the front's entry. */
interface Screen {
  readonly front: Front;
  /** What its path begins with. */
  readonly path: RegExp;
  readonly modules: readonly string[];
  /** What is painted until it stands. */
  readonly frame?: FrameKind;
  /** The most script files, the entry among them, and the most JavaScript in bytes, as sent with brotli. */
  readonly budget?: { readonly files: number; readonly bytes: number };
}

const CLIENT = path.resolve(import.meta.dirname, '../client');
const LOGIN = 'accounts/login/LoginPage.tsx';
const SHELL = 'app/shell/Shell.tsx';
const EXPLORE = 'explore/ExplorePage.tsx';
const SESSIONS = 'sessions/list/SessionsPage.tsx';
const CLIENTS_SESSIONS = 'app/routes/SessionsScreen.tsx';
const SESSION = 'app/routes/SessionScreen.tsx';
const PROFILE = 'me/profile/ProfilePage.tsx';
const A_SESSION = /^\/sessions\/\d+(?!\/(?:edit|move))/;

/** The screens that people open by a link, the narrower address first. */
const SCREENS: readonly Screen[] = [
  {
    front: 'studio',
    path: /^\/login\/?$/,
    modules: [LOGIN],
    frame: 'login',
    budget: { files: 6, bytes: 138_000 },
  },
  {
    front: 'studio',
    path: /^\/explore\/./,
    modules: [SHELL, EXPLORE, 'booking/form/BookingPanel.tsx'],
    frame: 'booking',
    budget: { files: 8, bytes: 208_000 },
  },
  {
    front: 'studio',
    path: /^\/(?:explore\/?)?$/,
    modules: [SHELL, EXPLORE],
    frame: 'explore',
    budget: { files: 5, bytes: 162_500 },
  },
  {
    front: 'studio',
    path: A_SESSION,
    modules: [SHELL, CLIENTS_SESSIONS, SESSION],
    frame: 'session',
    budget: { files: 9, bytes: 206_000 },
  },
  { front: 'studio', path: /^\/sessions\b/, modules: [SHELL, CLIENTS_SESSIONS], frame: 'sessions' },
  { front: 'studio', path: /^\/profile\b/, modules: [SHELL, PROFILE], frame: 'profile' },
  { front: 'studio', path: /^\/signup\/?$/, modules: ['accounts/sign-up/SignUpPage.tsx'] },
  { front: 'partners', path: /^\/login\/?$/, modules: [LOGIN], frame: 'team' },
  { front: 'partners', path: A_SESSION, modules: [SHELL, SESSIONS, SESSION], frame: 'partner' },
  { front: 'partners', path: /^\/(?:sessions\b|$)/, modules: [SHELL, SESSIONS], frame: 'partner' },
  { front: 'partners', path: /^\/profile\b/, modules: [SHELL, PROFILE] },
  { front: 'operator', path: /^\/login\/?$/, modules: [LOGIN], frame: 'team' },
  { front: 'operator', path: /^\/$/, modules: [SHELL, 'operator/today/TodayPage.tsx'], frame: 'operator' },
  { front: 'operator', path: /^\/people\/?$/, modules: [SHELL, 'operator/people/PeoplePage.tsx'] },
  { front: 'operator', path: /^\/people\/./, modules: [SHELL, 'operator/person/PersonPage.tsx'] },
  { front: 'operator', path: /^\/figures\/?$/, modules: [SHELL, 'operator/figures/FiguresPage.tsx'] },
  { front: 'operator', path: /^\/system\/?$/, modules: [SHELL, 'operator/system/SystemPage.tsx'] },
  { front: 'operator', path: /^\/system\/mails\/?$/, modules: [SHELL, 'operator/system/MailsPage.tsx'] },
  { front: 'operator', path: /^\/system\/queues\/?$/, modules: [SHELL, 'operator/system/QueuesPage.tsx'] },
  {
    front: 'operator',
    path: /^\/system\/webhooks\/?$/,
    modules: [SHELL, 'operator/system/WebhooksPage.tsx'],
  },
  { front: 'operator', path: /^\/audit-log\/?$/, modules: [SHELL, 'operator/audit/AuditLogPage.tsx'] },
];

/** Writes which files each screen loads, for the server to announce; fails when one loads more than it may. */
export function screens(): Plugin {
  return {
    name: 'screens',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const files = SCREENS.map((screen): ScreenFiles => {
        const entry = loadedBy(chunks, [`app/${screen.front}.tsx`]);
        const all = loadedBy(chunks, [`app/${screen.front}.tsx`, ...screen.modules]);
        if (screen.path.test('/login') && [...all].some(hasSchemas))
          this.error(`/login of ${screen.front} loads the schema library`);
        if (screen.budget !== undefined) {
          const weight = weightOf(all);
          const said = `${screen.path}: ${(weight / 1000).toFixed(1)} kB of JavaScript in ${all.size} files`;
          const { files, bytes } = screen.budget;
          if (weight > bytes || all.size > files)
            this.error(`${said}, more than ${bytes / 1000} kB in ${files}`);
          this.info(said);
        }
        return {
          front: screen.front,
          path: screen.path.source,
          signedIn: screen.modules.includes(SHELL),
          ...(screen.frame !== undefined && { frame: frameOf(screen.frame) }),
          files: [...all.difference(entry)].map(({ fileName }) => fileName),
        };
      });
      this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(files) });
    },
  };
}

/** The chunks of these modules, and all that they import at once. */
function loadedBy(
  chunks: readonly Rolldown.OutputChunk[],
  modules: readonly string[],
): Set<Rolldown.OutputChunk> {
  const loaded = new Set(modules.map((file) => chunkOf(chunks, path.join(CLIENT, file))));
  for (const { imports } of loaded)
    for (const one of chunks) if (imports.includes(one.fileName)) loaded.add(one);
  return loaded;
}

function chunkOf(chunks: readonly Rolldown.OutputChunk[], id: string): Rolldown.OutputChunk {
  const chunk = chunks.find(
    ({ moduleIds, facadeModuleId }) => facadeModuleId === id || moduleIds.includes(id),
  );
  if (chunk === undefined) throw new Error(`The build has no ${id}.`);
  return chunk;
}

const weights = new Map<string, number>();
function weightOf(chunks: Iterable<Rolldown.OutputChunk>): number {
  let sum = 0;
  for (const { fileName, code } of chunks) {
    const weight = weights.get(fileName) ?? brotliCompressSync(code).length;
    weights.set(fileName, weight);
    sum += weight;
  }
  return sum;
}

const hasSchemas = ({ moduleIds }: Rolldown.OutputChunk): boolean =>
  moduleIds.some((id) => id.includes('/node_modules/zod/'));
