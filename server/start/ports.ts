import http from 'node:http';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { COMMON_PROBLEMS, problem } from '#shared/lib/problem.ts';
import { FRONTS, type Settings } from '../lib/settings.ts';
import { errorCode, firstLine, StartError } from '../lib/start-error.ts';

type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => void;

/** The fronts' ports, bound early and served late. */
export interface Ports {
  /** Sends requests to `handler`; before that they are 503. */
  serve(handler: Handler): void;
  /**
   * Takes no new connections and tells each open one to close with its next answer; resolves when none is left, nothing
   * has come for a while, or after `limitMs`. A proxy then sends nothing on a connection that is just being closed.
   */
  drain(limitMs: number): Promise<void>;
  /** Stops accepting; resolves when running requests have ended or were cut off at the deadline. */
  close(limitMs: number): Promise<void>;
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost']);
const IDLE_CHECK_MS = 25;
/** Whoever sends requests one after the other has sent the next one within this time. */
const QUIET_MS = 500;

/** Node's default would cut off uploads after five minutes. */
const LIMITS: http.ServerOptions = { requestTimeout: 0, headersTimeout: 60_000, keepAliveTimeout: 72_000 };

function starting(_request: http.IncomingMessage, response: http.ServerResponse): void {
  response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '2' });
  response.end('Talkback is starting. Try again in a moment.\n');
}

/** Unparsable HTTP gets a problem document, too. */
function refuseUnreadable(error: Error, socket: Duplex): void {
  if (!socket.writable || errorCode(error) === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [code, status] = UNREADABLE[errorCode(error)] ?? ['malformed', 400];
  const body = JSON.stringify(problem(code, { ...COMMON_PROBLEMS[code], status }));
  socket.end(
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\nContent-Type: application/problem+json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

const UNREADABLE: Readonly<Partial<Record<string, readonly ['too_long' | 'malformed', number]>>> = {
  HPE_HEADER_OVERFLOW: ['too_long', 431],
  ERR_HTTP_REQUEST_TIMEOUT: ['malformed', 408],
};

/**
 * Binds the ports, on loopback both 127.0.0.1 and [::1], since `localhost` may mean either. Throws a StartError for a
 * taken port, with what frees it.
 */
export async function openPorts(
  { host, port }: Pick<Settings, 'host' | 'port'>,
  ports = FRONTS.length,
  remedy = 'Set PORT so that it and the next two are free.',
): Promise<Ports> {
  let handler: Handler = starting;
  let isDraining = false;
  let lastRequest = 0;
  const handle: Handler = (request, response) => {
    lastRequest = performance.now();
    if (isDraining) response.setHeader('connection', 'close');
    handler(request, response);
  };
  const servers: http.Server[] = [];
  const hosts = LOOPBACK.has(host) ? ['127.0.0.1', '::1'] : [host];
  try {
    for (let at = port; at < port + ports; at += 1) {
      for (const address of hosts) {
        const server = http.createServer(LIMITS, handle);
        server.on('clientError', refuseUnreadable);
        if (await listens(server, { host: address, port: at, remedy })) servers.push(server);
      }
    }
  } catch (error) {
    await Promise.all(servers.map((server) => closed(server, 0)));
    throw error;
  }
  return {
    serve(next) {
      handler = next;
    },
    async drain(limitMs) {
      isDraining = true;
      const deadline = performance.now() + limitMs;
      lastRequest = performance.now();
      // That of http would also close the connections that are idle now.
      for (const server of servers) net.Server.prototype.close.call(server);
      while (performance.now() < Math.min(deadline, lastRequest + QUIET_MS)) {
        const counts = servers.map((server) => promisify(server.getConnections.bind(server))());
        if ((await Promise.all(counts)).every((count) => count === 0)) return;
        await wait(IDLE_CHECK_MS);
      }
    },
    async close(limitMs) {
      await Promise.all(servers.map((server) => closed(server, limitMs)));
    },
  };
}

interface Listening {
  readonly host: string;
  readonly port: number;
  /** The variable that says where; PORT and HOST by default. */
  readonly name?: string;
  /** What to do about a taken port. */
  readonly remedy: string;
}

/** false where the machine lacks an optional address. */
function listens(server: http.Server, at: Listening): Promise<boolean> {
  const { host, port } = at;
  const optional = host === '::1';
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const code = errorCode(error);
      if (optional && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) resolve(false);
      else reject(listenError(error, at));
    });
    server.listen({ port, host, ipv6Only: host.includes(':') }, () => resolve(true));
  });
}

/** What a person reads when an address cannot be listened on. */
export function listenError(error: unknown, { host, port, name, remedy }: Listening): StartError {
  const code = errorCode(error);
  if (code === 'EADDRINUSE') return new StartError(`Port ${port} is taken by another program. ${remedy}`);
  if (code === 'EACCES')
    return new StartError(
      `${name ?? 'PORT'}: this user may not listen on port ${port}. Set ${name ?? 'PORT'} to 1024 or more.`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(`${name ?? 'HOST'}: ${host} is no address of this machine.`);
  return new StartError(`Talkback cannot listen on ${host}, port ${port}: ${firstLine(error)}`);
}

function closed(server: http.Server, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => server.closeAllConnections(), limitMs);
    // A keep-alive connection may be closed only when idle.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    server.close(() => {
      clearTimeout(limit);
      clearInterval(idle);
      resolve();
    });
  });
}
