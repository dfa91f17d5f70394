import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { step } from '#server/start/progress.ts';

const brotli = promisify<Buffer, Buffer>(zlib.brotliCompress);
const gzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gzip);

const ROOT = path.resolve(import.meta.dirname, '..');
const STAMP = path.join(ROOT, 'dist/client.stamp');
const FOLDERS = ['client', 'shared'];
const FILES = [
  'scripts/build-client.ts',
  'scripts/chunks.ts',
  'scripts/inline-theme.ts',
  'scripts/module-sets.ts',
  'scripts/screens.ts',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
];

/** A hash over names and contents of the client's sources. */
export function sourcesHash(root: string = ROOT): string {
  const files = FOLDERS.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  );
  const hash = createHash('sha256');
  for (const file of [...files.toSorted(), ...FILES.filter((name) => fs.existsSync(path.join(root, name)))]) {
    hash
      .update(file)
      .update('\0')
      .update(fs.readFileSync(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Builds the client if its sources changed. false: the build failed and Vite has reported why. */
export async function buildClient(): Promise<boolean> {
  const want = sourcesHash();
  if (fs.existsSync(STAMP) && fs.readFileSync(STAMP, 'utf8') === want) return true;
  fs.rmSync(STAMP, { force: true });
  const built = await step('Building the screens', async () => (await vite()) && (await compress()));
  if (built) fs.writeFileSync(STAMP, want);
  return built;
}

/** In a child process, which frees its memory and ends with this one. */
function vite(): Promise<boolean> {
  const child = spawn(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const end = (): void => {
    child.kill();
    process.exit(130);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, end);
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (code) => {
      for (const signal of signals) process.off(signal, end);
      resolve(code === 0);
    });
  });
}

const ASSETS = path.join(ROOT, 'dist/client/assets');

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
