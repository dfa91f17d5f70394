import fs from 'node:fs';

/** Debian's packages of the proxies whose configurations are in deploy/, and of a pooler of connections. */
export const PROXY_PACKAGES = 'nginx-light caddy pgbouncer';

const has = (name: string): boolean =>
  ['/usr/sbin', '/usr/bin'].some((folder) => fs.existsSync(`${folder}/${name}`));

export const hasNginx = (): boolean => has('nginx');
export const hasPgBouncer = (): boolean => has('pgbouncer');
/** Builds images; run by root, whose files an image takes. */
export const hasBuildah = (): boolean => has('buildah') && process.getuid?.() === 0;
export const hasCaddy = (): boolean => has('caddy');
