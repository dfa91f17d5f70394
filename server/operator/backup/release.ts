import fs from 'node:fs';

const { version } = JSON.parse(
  fs.readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { readonly version: string };

/** The version of this release, which a backup's manifest names. */
export const RELEASE = version;
