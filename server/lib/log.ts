import type { FastifyBaseLogger } from 'fastify';
import pino, { type DestinationStream } from 'pino';

/** What the server logs with. */
export type Log = FastifyBaseLogger;

/** Fields that may carry a secret, never written (security 14). */
const SECRET = ['password', 'token', 'ticket', 'cookie', 'authorization', 'headers', 'body', 'key', 'url'];

/** What is told of an error: never what hangs on it (a database's client, a request, the row that was refused). */
function summary(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? { code: error.code } : {};
  return { type: name, message, ...code, stack, ...(cause === undefined ? {} : { cause: summary(cause) }) };
}

/** Structured logs, one JSON object a line; on standard error unless told, so that standard output stays for people. */
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
