import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { CHUNK_GROUPS } from './scripts/chunks.ts';
import { inlineStyles } from './scripts/inline-styles.ts';
import { inlineTheme } from './scripts/inline-theme.ts';
import { plainScrolling } from './scripts/plain-scrolling.ts';
import { screens } from './scripts/screens.ts';

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
  plugins: [react(), preloadFonts(), inlineTheme(), inlineStyles(), plainScrolling(), screens(), noCycles()],
  server: { fs: { allow: ['..'] } },
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    // One file: it is smaller than the requests for its parts.
    cssCodeSplit: false,
    // Nothing is inlined: a data: URI would need its own exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Short hashes: chunks name each other, and hashes do not compress.
      output: {
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: { groups: CHUNK_GROUPS },
      },
      input: Object.fromEntries(
        FRONTS.map((front) => [front, `${import.meta.dirname}/client/${front}.html`]),
      ),
    },
  },
});
