/**
 * `npm run dev`: Vite in front of the server on the same ports. Screens reload in place; the server restarts when its
 * files change.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { createServer } from 'vite';
import { openPorts } from '#server/start/ports.ts';
import { freePort } from '#server/lib/free-port.ts';
import { readSettings } from '#server/start/settings.ts';
import { FRONTS } from '#server/lib/settings.ts';

const WATCHED = ['server', 'shared', 'demo', 'sandbox'];
const OF_THE_SERVER = /^\/(api|content|storage|dev|healthz|readyz)(\/|\?|$)/;
/** client/content has the same path as the content service; its modules belong to Vite. */
const MODULE = /^\/content\/[\w/.-]+\.(tsx?|css)(\?|$)/;
const QUIET_MS = 150;

const settings = readSettings(process.env);
const [backendPort, hotPort] = [await freePort(), await freePort()];
const ports = await openPorts(settings);
const vite = await createServer({
  appType: 'custom',
  server: { middlewareMode: true, ws: { port: hotPort, host: 'localhost' } },
});

let server: ChildProcess | null = null;
let restarting = Promise.resolve();
let stopping = false;

function startServer(): void {
  const child = fork('server/start/main.ts', {
    env: { ...process.env, TALKBACK_DEV_PORT: String(backendPort) },
  });
  child.once('exit', (code) => {
    if (server === child) server = null;
    if (!stopping && code !== 0) console.error('The server ended; it starts again when a file changes.');
  });
  server = child;
}

async function stopServer(): Promise<void> {
  const child = server;
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

let timer: NodeJS.Timeout | undefined;
for (const folder of WATCHED) {
  fs.watch(folder, { recursive: true }, (_event, file) => {
    if (file === null || !/\.(ts|sql)$/.test(file) || file.endsWith('.test.ts')) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      restarting = restarting.then(restart);
    }, QUIET_MS);
  });
}

async function restart(): Promise<void> {
  if (stopping) return;
  await stopServer();
  startServer();
}

/** Proxies a request with its own Host, which decides the front. */
function pass(request: http.IncomingMessage, response: http.ServerResponse): void {
  const options = {
    host: '127.0.0.1',
    port: backendPort,
    method: request.method,
    path: request.url,
    headers: request.headers,
  };
  const onward = http.request(options, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(response);
  });
  onward.once('error', () => {
    if (response.headersSent) response.destroy();
    else
      response
        .writeHead(503, { 'content-type': 'text/plain', 'retry-after': '1' })
        .end('The server is starting again.\n');
  });
  response.once('close', () => onward.destroy());
  request.pipe(onward);
}

async function page(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const port = request.socket.localPort ?? settings.port;
  const front = FRONTS[port - settings.port] ?? 'studio';
  const html = fs.readFileSync(path.join('client', `${front}.html`), 'utf8');
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(await vite.transformIndexHtml(request.url ?? '/', html));
}

ports.serve((request, response) => {
  const url = request.url ?? '/';
  if (OF_THE_SERVER.test(url) && !MODULE.test(url)) {
    pass(request, response);
    return;
  }
  vite.middlewares(request, response, () => {
    page(request, response).catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error));
    });
  });
});

async function stop(): Promise<void> {
  if (stopping) process.exit(130);
  stopping = true;
  await restarting;
  await stopServer();
  await Promise.all([ports.close(0), vite.close()]);
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
if (process.channel !== undefined) process.once('disconnect', () => void stop());
startServer();
