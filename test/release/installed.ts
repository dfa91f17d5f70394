import fs from 'node:fs';

/** Debian's packages of the proxies whose configurations are in deploy/, and of a pooler of connections. */
export const PROXY_PACKAGES = 'nginx-light caddy pgbouncer';

const has = (name: string): boolean =>
  ['/usr/sbin', '/usr/bin'].some((folder) => fs.existsSync(`${folder}/${name}`));

export const hasNginx = (): boolean => has('nginx');
export const hasPgBouncer = (): boolean => has('pgbouncer');
export const hasCaddy = (): boolean => has('caddy');
