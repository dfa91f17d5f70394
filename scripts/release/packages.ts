import fs from 'node:fs';
import path from 'node:path';

/** A package of package-lock.json, as far as a release asks. */
interface Locked {
  readonly version?: string;
  /** Only for development. */
  readonly dev?: boolean;
}

/** A package that a release contains. */
export interface Package {
  /** Its folder, such as node_modules/pg. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
}

/** Packages that run, and not only develop: those of the lock file that are installed on this platform, by folder. */
export function runningPackages(root: string): readonly Package[] {
  const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  return Object.entries(lock.packages)
    .filter(([folder, { dev }]) => folder !== '' && dev !== true && fs.existsSync(path.join(root, folder)))
    .map(([folder, { version = '' }]) => ({
      folder,
      name: folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
    }))
    .toSorted((a, b) => (a.folder < b.folder ? -1 : 1));
}

/** Copies packages without those nested in them, which are packages of their own. */
export function copyPackages(root: string, target: string, packages: readonly Package[]): void {
  for (const { folder } of packages) {
    const source = path.join(root, folder);
    fs.cpSync(source, path.join(target, folder), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => file !== path.join(source, 'node_modules'),
    });
  }
}
