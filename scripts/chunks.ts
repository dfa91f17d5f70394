import path from 'node:path';
import { both, closureOf, either, type Graph, type Has } from './module-sets.ts';

const CLIENT = path.resolve(import.meta.dirname, '../client');

/** Code that is loaded later and begins a chunk below; any other keeps a chunk of its own. */
const BEGINS = new Set(
  [
    'app/shell/Shell.tsx',
    'app/shell/ShellServices.tsx',
    'app/routes/first-data.ts',
    'explore/ExplorePage.tsx',
    'booking/form/BookingPanel.tsx',
    'app/routes/SessionsScreen.tsx',
    'sessions/list/SessionsPage.tsx',
    'app/routes/SessionScreen.tsx',
    'files/uploads/UploadWindow.tsx',
    'ui/overlay/TooltipBubble.tsx',
    'app/shell/AccountDropdown.tsx',
    'ui/form/SelectBox.tsx',
    'ui/overlay/MenuList.tsx',
    'ui/overlay/ConfirmDialog.tsx',
  ].map((file) => path.join(CLIENT, file)),
);

/** Without the operator's: the console's routes are its entry's own, since no other front has them. */
const fronts = closureOf('app/studio.tsx', 'app/partners.tsx');
const login = closureOf('accounts/login/LoginPage.tsx');
/** Screens before the login, which load nothing of the frame. */
const outside = closureOf(
  'accounts/sign-up/SignUpPage.tsx',
  'accounts/login/AltLoginPage.tsx',
  'accounts/login/LogoutPage.tsx',
  'accounts/password/ChangePasswordPage.tsx',
);
const shell = closureOf('app/shell/Shell.tsx', 'app/routes/first-data.ts');
const explore = closureOf('explore/ExplorePage.tsx');
const booking = closureOf('booking/form/BookingPanel.tsx');
const sessions = closureOf('app/routes/SessionsScreen.tsx');
const session = closureOf('app/routes/SessionScreen.tsx');
/** What opens over a screen, loaded once that stands. */
const floats = closureOf(
  'ui/overlay/TooltipBubble.tsx',
  'app/shell/AccountDropdown.tsx',
  'ui/form/SelectBox.tsx',
  'ui/overlay/MenuList.tsx',
);
/** Live updates, uploads and modals over every screen, loaded once that stands. */
const services = closureOf('app/shell/ShellServices.tsx');
const uploads = closureOf('files/uploads/UploadWindow.tsx');
const toasts = closureOf('ui/overlay/Toasts.tsx');
const dialogs = closureOf('ui/overlay/ConfirmDialog.tsx', 'ui/overlay/Modal.tsx');
/** Screens and dialogs that share much with those above. */
const rest = closureOf(
  'operator/today/TodayPage.tsx',
  'me/profile/ProfilePage.tsx',
  'me/billing/BillingTab.tsx',
  'billing/plans/PlansModal.tsx',
  'booking/cancel/CancelSessionModal.tsx',
  'files/list/FilesModal.tsx',
  'sessions/rate/RateSessionModal.tsx',
);

/** Chunks with what they may hold; each module is in the first that has it, so a chunk imports only earlier ones. */
const CHUNKS: readonly (readonly [string, Has])[] = [
  ['base', either(fronts, both(either(login, outside), either(shell, explore, floats)))],
  ['forms', both(either(login, outside), either(booking, sessions, session))],
  ['door', both(login, outside)],
  [
    'shell',
    either(
      shell,
      both(explore, either(sessions, session, uploads, rest)),
      both(services, either(booking, sessions, session, rest)),
    ),
  ],
  ['explore', explore],
  [
    'panels',
    either(
      dialogs,
      both(floats, either(toasts, booking, sessions, session)),
      both(booking, either(sessions, session, rest)),
    ),
  ],
  ['floats', floats],
  ['services', services],
  ['uploads', uploads],
  ['booking', booking],
  ['sessions', sessions],
  ['session', session],
];

/** Entries and code that is loaded later keep their own chunks, unless a chunk above begins with it. */
function isLoadedAlone(id: string, graph: Graph): boolean {
  const info = graph.getModuleInfo(id);
  return (
    info === null ||
    info.isEntry ||
    (!BEGINS.has(id) && info.dynamicImporters.length > 0) ||
    info.importers.some((one) => one.endsWith('.html'))
  );
}

const chunkOf = (id: string, graph: Graph): string | null =>
  isLoadedAlone(id, graph) ? null : (CHUNKS.find(([, has]) => has(id, graph))?.[0] ?? null);

/** What every screen loads, in a few chunks instead of some fifty (docs/decisions/0080-chunks-by-what-is-opened.md). */
export const CHUNK_GROUPS = [{ debugName: 'chunks', name: chunkOf, includeDependenciesRecursively: false }];
