import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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

/**
 * One build with three entries (decisions 1). Pages are answered by the server, which in development runs Vite
 * as middleware (appType custom), so that the API and the hot reload share each front's own origin.
 */
export default defineConfig({
  root: 'client',
  publicDir: 'app/public',
  appType: 'custom',
  plugins: [react(), preloadFonts()],
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
    rolldownOptions: { input: Object.fromEntries(FRONTS.map((front) => [front, `client/${front}.html`])) },
  },
});
