import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { buildOnce, vite, type Sources } from './build-once.ts';

const brotli = promisify<Buffer, Buffer>(zlib.brotliCompress);
const gzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gzip);

const SOURCES: Sources = {
  folders: ['client', 'shared'],
  files: [
    'scripts/build-client.ts',
    'scripts/build-once.ts',
    'scripts/chunks.ts',
    'scripts/inline-styles.ts',
    'scripts/inline-theme.ts',
    'scripts/module-sets.ts',
    'scripts/plain-scrolling.ts',
    'scripts/screens.ts',
    'vite.config.ts',
    'tsconfig.json',
    'package-lock.json',
  ],
};

/** Builds the client if its sources changed. false: the build failed and Vite has reported why. */
export function buildClient(): Promise<boolean> {
  return buildOnce('dist/client.stamp', SOURCES, 'Building the screens', async () => {
    return (await vite()) && (await compress());
  });
}

const ASSETS = path.resolve(import.meta.dirname, '../dist/client/assets');

/** Adds brotli and gzip copies of text files for the server to choose from. */
async function compress(): Promise<true> {
  const texts = fs.readdirSync(ASSETS).filter((name) => /\.(js|css|svg)$/.test(name));
  await Promise.all(
    texts.map(async (name) => {
      const file = path.join(ASSETS, name);
      const bytes = await fs.promises.readFile(file);
      await fs.promises.writeFile(`${file}.br`, await brotli(bytes));
      await fs.promises.writeFile(`${file}.gz`, await gzip(bytes, { level: 9 }));
    }),
  );
  return true;
}
