import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { LOCAL_CERTIFICATE, LOCAL_KEY } from '../rooms/local-certificate.ts';

const DEPLOY = path.resolve(import.meta.dirname, '../../deploy');

/** Where a proxy listens, and the ports of the servers behind it. */
export interface ProxyPlace {
  readonly folder: string;
  readonly servers: readonly number[];
  readonly https: number;
  readonly http: number;
}

/** A proxy that runs by its configuration in deploy/. */
export interface Proxy {
  readonly pid: number;
  readonly output: () => string;
  stop(): Promise<void>;
}

/** nginx, which takes other servers while it runs. */
export interface Nginx extends Proxy {
  /** As an operator does it: writes these servers into its configuration and reloads it. What was begun is finished. */
  use(servers: readonly number[]): Promise<void>;
}

function start(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Proxy & { reload(): void } {
  const child = spawn(program, args, { env: { PATH: process.env['PATH'], ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const ended = once(child, 'exit');
  return {
    pid: child.pid ?? 0,
    output: () => output,
    reload: () => void child.kill('SIGHUP'),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The certificate and its key as files. */
function certificate(folder: string): { readonly cert: string; readonly key: string } {
  const [cert, key] = [path.join(folder, 'fullchain.pem'), path.join(folder, 'privkey.pem')];
  fs.writeFileSync(cert, LOCAL_CERTIFICATE);
  fs.writeFileSync(key, LOCAL_KEY);
  return { cert, key };
}

/** Replaces each, which has to be there. */
function replace(text: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((done, [from, to]) => {
    if (!done.includes(from)) throw new Error(`'${from}' is not in the configuration`);
    return done.replaceAll(from, to);
  }, text);
}

/** nginx by deploy/nginx.conf, on other ports and with a test's certificate. */
export function startNginx(place: ProxyPlace): Nginx {
  const main = path.join(place.folder, 'main.conf');
  const write = (servers: readonly number[]): void =>
    fs.writeFileSync(main, nginxConfiguration({ ...place, servers }));
  write(place.servers);
  const nginx = start('/usr/sbin/nginx', ['-c', main, '-p', place.folder], {});
  const reloads = (): number => nginx.output().split('gracefully shutting down').length;
  return {
    ...nginx,
    async use(servers) {
      const before = reloads();
      write(servers);
      nginx.reload();
      while (reloads() === before) await wait(20);
    },
  };
}

function nginxConfiguration({ folder, servers, https, http }: ProxyPlace): string {
  const { cert, key } = certificate(folder);
  const site = replace(fs.readFileSync(path.join(DEPLOY, 'nginx.conf'), 'utf8'), [
    ['    listen [::]:80;\n', ''],
    ['    listen [::]:443 ssl http2;\n', ''],
    ['listen 80;', `listen 127.0.0.1:${http};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${https} ssl http2;`],
    ['/etc/ssl/talkback/fullchain.pem', cert],
    ['/etc/ssl/talkback/privkey.pem', key],
    ['server 127.0.0.1:4000;', servers.map((port) => `server 127.0.0.1:${port};`).join('\n    ')],
  ]);
  // As Debian's nginx.conf includes it.
  return `daemon off;
    error_log stderr notice;
    pid ${folder}/nginx.pid;
    events {}
    http {
      access_log off;
      # Which server answered, for tests; those that were tried before stand in front.
      add_header X-Upstream $upstream_addr always;
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      ${site}
    }`;
}

/** Caddy by deploy/Caddyfile, on other ports and with a test's certificate. */
export function startCaddy({ folder, servers, https, http }: ProxyPlace): Proxy {
  const { cert, key } = certificate(folder);
  const site = replace(fs.readFileSync(path.join(DEPLOY, 'Caddyfile'), 'utf8'), [
    ['operator.example.com {', `operator.example.com {\n\tbind 127.0.0.1\n\ttls "${cert}" "${key}"`],
    ['127.0.0.1:4000', servers.map((port) => `127.0.0.1:${port}`).join(' ')],
  ]);
  const main = `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n}\n${site}`;
  fs.writeFileSync(path.join(folder, 'Caddyfile'), main);
  const args = ['run', '--config', path.join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
  return start('/usr/bin/caddy', args, { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder });
}
