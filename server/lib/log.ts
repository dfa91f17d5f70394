import type { FastifyBaseLogger } from 'fastify';
import pino, { type DestinationStream } from 'pino';

/** The server's log. */
export type Log = FastifyBaseLogger;

/** Fields that may carry a secret and are never logged (docs/product/security.md#secrets). */
const SECRET = ['password', 'token', 'ticket', 'cookie', 'authorization', 'headers', 'body', 'key', 'url'];

/** The logged part of an error: never attached objects (a database client, a request, a refused row). */
function summary(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? { code: error.code } : {};
  return { type: name, message, ...code, stack, ...(cause === undefined ? {} : { cause: summary(cause) }) };
}

/** Text for people or JSON for log collectors. */
export type LogStyle = 'text' | 'json';

/** By LOG, else by whether the log is a terminal. */
export function logStyle(requested: LogStyle | null, isTerminal: boolean): LogStyle {
  return requested ?? (isTerminal ? 'text' : 'json');
}

/** The log of a process on standard error: JSON with a line per request, or text with warnings and errors only. */
export function openLog(style: LogStyle): Log {
  if (style === 'json') return createLog('info');
  return createLog('warn', { write: (line) => void process.stderr.write(asText(line)) });
}

/** A log record as a line for people. */
export function asText(line: string): string {
  const { level, time, msg, reason, job, err } = JSON.parse(line) as {
    readonly level: number;
    readonly time: number;
    readonly msg?: string;
    readonly reason?: string;
    readonly job?: string;
    readonly err?: { readonly message?: string };
  };
  const what = [msg, job, reason ?? err?.message?.split('\n')[0]].filter(Boolean).join(': ');
  return `${new Date(time).toTimeString().slice(0, 8)} ${level < 50 ? 'Warning' : 'Error'}: ${what}\n`;
}

/** Structured logs, one JSON object per line; on standard error by default. */
export function createLog(
  level: string,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Log {
  return pino(
    {
      level,
      base: null,
      serializers: { err: summary },
      redact: { paths: [...SECRET, ...SECRET.map((name) => `*.${name}`)], remove: true },
    },
    destination,
  );
}
