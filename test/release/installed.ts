import fs from 'node:fs';

/** Debian's packages of the proxies whose configurations are in deploy/. */
export const PROXY_PACKAGES = 'nginx-light caddy';

const has = (name: string): boolean =>
  ['/usr/sbin', '/usr/bin'].some((folder) => fs.existsSync(`${folder}/${name}`));

export const hasNginx = (): boolean => has('nginx');
export const hasCaddy = (): boolean => has('caddy');
