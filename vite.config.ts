import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { CHUNK_GROUPS } from './scripts/chunks.ts';

const FRONTS = ['studio', 'partners', 'operator'] as const;

/** Fonts of the first screen: text and headings. Numbers are loaded later and swap without a shift. */
const PRELOADED = ['instrument-sans-latin-wght-normal', 'bricolage-grotesque-latin-wght-normal'];

/** Preloads the first screen's fonts by their hashed names. */
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

/** Fails the build when /login exceeds its budget or loads schemas on any front; else reports its size. */
function loginBudget(): Plugin {
  return {
    name: 'login-budget',
    apply: 'build',
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const login = chunks.find(({ facadeModuleId }) =>
        facadeModuleId?.endsWith('/accounts/login/LoginPage.tsx'),
      );
      if (login === undefined) this.error('The build has no login screen to weigh.');
      for (const entry of chunks.filter(({ isEntry }) => isEntry)) {
        const loaded = new Set([entry.fileName, login.fileName]);
        for (const name of loaded)
          chunks.find(({ fileName }) => fileName === name)?.imports.forEach((one) => loaded.add(one));
        const parts = chunks.filter(({ fileName }) => loaded.has(fileName));
        if (parts.some(({ moduleIds }) => moduleIds.some((id) => id.includes('/node_modules/zod/'))))
          this.error(`/login of ${entry.name} loads the schema library`);
        const weight = parts.reduce((sum, { code }) => sum + gzipSync(code).length, 0);
        const said = `/login of ${entry.name}: ${(weight / 1000).toFixed(1)} kB of JavaScript after gzip`;
        if (weight > LOGIN_BUDGET) this.error(`${said}, more than ${LOGIN_BUDGET / 1000} kB`);
        this.info(said);
      }
    },
  };
}

/** Fails the build when chunks import each other in a circle: what runs first would be chance. */
function noCycles(): Plugin {
  return {
    name: 'no-cycles',
    apply: 'build',
    writeBundle(_options, bundle) {
      const done = new Set<string>();
      const visit = (file: string, way: readonly string[]): void => {
        if (way.includes(file)) this.error(`Chunks in a circle: ${[...way, file].join(' > ')}`);
        const chunk = bundle[file];
        if (done.has(file) || chunk?.type !== 'chunk') return;
        for (const next of chunk.imports) visit(next, [...way, file]);
        done.add(file);
      };
      for (const file of Object.keys(bundle)) visit(file, []);
    },
  };
}

/** One build with three entries. In development the server runs Vite as middleware, so that API and hot reload share each front's origin. */
export default defineConfig({
  root: 'client',
  publicDir: 'app/public',
  appType: 'custom',
  plugins: [react(), preloadFonts(), loginBudget(), noCycles()],
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
      // Short hashes: chunks name each other, and hashes do not compress.
      output: {
        entryFileNames: 'assets/[name]-[hash:7].js',
        // A chunk of several screens is named after all of them.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash:7].js`,
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: { groups: CHUNK_GROUPS },
      },
      input: Object.fromEntries(
        FRONTS.map((front) => [front, `${import.meta.dirname}/client/${front}.html`]),
      ),
    },
  },
});
