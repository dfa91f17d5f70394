import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { leanContracts } from './scripts/lean-contracts.ts';

const FRONTS = ['studio', 'partners', 'operator'] as const;

/** The two faces of the first screen: text and headings. Numbers come later and swap without a shift. */
const PRELOADED = ['instrument-sans-latin-wght-normal', 'bricolage-grotesque-latin-wght-normal'];

/** Preloads the fonts of the first screen by the hashed names that the build gave them. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const files = Object.keys(bundle).filter((file) => PRELOADED.some((font) => file.includes(font)));
        return files.map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
          injectTo: 'head-prepend' as const,
        }));
      },
    },
  };
}

/** The most JavaScript that a browser may load before /login works, in bytes after gzip. */
const LOGIN_BUDGET = 170_000;

/** Ends the build when /login has become too heavy on any front; else says what it weighs. */
function loginBudget(): Plugin {
  return {
    name: 'login-budget',
    apply: 'build',
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const login = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/accounts/LoginPage.tsx'));
      if (login === undefined) this.error('The build has no login screen to weigh.');
      for (const entry of chunks.filter(({ isEntry }) => isEntry)) {
        const loaded = new Set([entry.fileName, login.fileName]);
        for (const name of loaded)
          chunks.find(({ fileName }) => fileName === name)?.imports.forEach((one) => loaded.add(one));
        const weight = chunks
          .filter(({ fileName }) => loaded.has(fileName))
          .reduce((sum, { code }) => sum + gzipSync(code).length, 0);
        const said = `/login of ${entry.name}: ${(weight / 1000).toFixed(1)} kB of JavaScript after gzip`;
        if (weight > LOGIN_BUDGET) this.error(`${said}, more than ${LOGIN_BUDGET / 1000} kB`);
        this.info(said);
      }
    },
  };
}

/**
 * One build with three entries (decisions 1). Pages are answered by the server, which in development runs Vite
 * as middleware (appType custom), so that the API and the hot reload share each front's own origin.
 */
export default defineConfig({
  root: 'client',
  publicDir: 'app/public',
  appType: 'custom',
  plugins: [react(), preloadFonts(), leanContracts(), loginBudget()],
  server: { fs: { allow: ['..'] } },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    // Nothing is inlined: a data: URI would need its own exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: Object.fromEntries(
        FRONTS.map((front) => [front, `${import.meta.dirname}/client/${front}.html`]),
      ),
    },
  },
});
