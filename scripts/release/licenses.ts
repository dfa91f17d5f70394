import fs from 'node:fs';
import path from 'node:path';
import type { Package } from './packages.ts';

const FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

/** What a package says of its license: a name, or in old ones an object or a list. */
interface Manifest {
  readonly license?: string | { readonly type?: string };
  readonly licenses?: readonly { readonly type?: string }[];
}

/** The licenses of packages with their texts, for people. */
export function licensesOf(root: string, packages: readonly Package[]): string {
  const parts = packages.map(({ folder, name, version }) => {
    const place = path.join(root, folder);
    const manifest = JSON.parse(fs.readFileSync(path.join(place, 'package.json'), 'utf8')) as Manifest;
    const texts = fs
      .readdirSync(place)
      .filter((file) => FILE.test(file) && fs.statSync(path.join(place, file)).isFile())
      .map((file) => fs.readFileSync(path.join(place, file), 'utf8').trim());
    return [`${name} ${version}: ${nameOf(manifest)}`, ...texts].join('\n\n');
  });
  return `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

function nameOf({ license, licenses }: Manifest): string {
  if (typeof license === 'string') return license;
  const names = [license, ...(licenses ?? [])].flatMap((one) => one?.type ?? []);
  return names.length > 0 ? names.join(' or ') : 'no license named';
}
