import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemKind } from '../../shared/lib/endpoint.ts';
import { COMMON_PROBLEMS, problem, type CommonProblem, type FieldError } from '../../shared/lib/problem.ts';
import type { Refusal } from '../../shared/lib/result.ts';
import { isDatabaseAway, isUnstorable } from '../db/constraints.ts';
import { BadJson } from './json.ts';
import { StorageAway } from './storage.ts';

/** A refusal that can happen to any call, thrown by the binder's own checks and by rate limits. */
export class Refused extends Error {
  readonly code: CommonProblem;
  readonly errors: readonly FieldError[];
  readonly retryAfter: number | undefined;
  constructor(code: CommonProblem, more: { errors?: readonly FieldError[]; retryAfter?: number } = {}) {
    super(code);
    this.code = code;
    this.errors = more.errors ?? [];
    this.retryAfter = more.retryAfter;
  }
}

/** Sends a problem document; no cache keeps it. */
export function sendProblem(
  reply: FastifyReply,
  code: string,
  kind: { readonly status: number; readonly detail: string },
  errors: readonly FieldError[] = [],
): FastifyReply {
  const document = problem(code, kind, errors);
  return reply
    .code(kind.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(document));
}

/** Sends a verb's refusal with the words that its endpoint declares for it, unless the verb chose its own. */
export function sendRefusal(
  reply: FastifyReply,
  refusal: Refusal,
  problems: Readonly<Record<string, ProblemKind>> | undefined,
): FastifyReply {
  const kind = problems?.[refusal.reason];
  if (kind === undefined) throw new Error(`undeclared refusal: ${refusal.reason}`);
  return sendProblem(
    reply,
    refusal.reason,
    { ...kind, detail: refusal.detail ?? kind.detail },
    refusal.errors,
  );
}

/** What the framework refuses by a status of its own; the rest of its 4xx is malformed input. */
const BY_STATUS: Readonly<Partial<Record<number, CommonProblem>>> = {
  404: 'not_found',
  413: 'too_large',
  414: 'too_long',
  415: 'unsupported_media_type',
};

/** Makes a problem document of whatever was thrown. What is inside a fault goes to the log, never to the caller. */
export function answerError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof Refused) {
    if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
    return sendProblem(reply, error.code, COMMON_PROBLEMS[error.code], error.errors);
  }
  if (error instanceof BadJson)
    return sendProblem(reply, 'malformed', { status: 400, detail: error.message });
  if (isUnstorable(error)) return sendProblem(reply, 'malformed', COMMON_PROBLEMS.malformed);
  if (error instanceof StorageAway || isDatabaseAway(error)) {
    request.log.warn({ err: error }, 'database or storage away');
    return sendProblem(reply.header('retry-after', '2'), 'unavailable', COMMON_PROBLEMS.unavailable);
  }
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500) {
    const code = BY_STATUS[status] ?? 'malformed';
    return sendProblem(reply, code, COMMON_PROBLEMS[code]);
  }
  request.log.error({ err: error }, 'fault');
  return sendProblem(reply, 'fault', COMMON_PROBLEMS.fault);
}
