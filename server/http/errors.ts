import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemKind } from '#shared/lib/endpoint.ts';
import { TOO_MANY_CALLS, retryMessage } from '#shared/lib/limits.ts';
import {
  COMMON_PROBLEMS,
  OUTCOME_UNKNOWN_ONCE,
  problem,
  type CommonProblem,
  type FieldError,
} from '#shared/lib/problem.ts';
import type { Refusal } from '#shared/lib/result.ts';
import { isDatabaseUnavailable, erasedAccount, isUnstorable } from '../db/constraints.ts';
import { DatabaseBusy } from '../db/connection-queue.ts';
import { OutcomeUnknown } from '../db/transaction.ts';
import { Refused, RefusedOutside } from '../lib/refused.ts';
import { InvalidJson } from './json.ts';
import { StorageUnavailable } from '../ctx/storage.ts';

/** Sends a problem document; never cached. */
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

/** Sends a refusal with the endpoint's words for it, unless the verb gave its own. */
export function sendRefusal(
  reply: FastifyReply,
  refusal: Refusal,
  problems: Readonly<Record<string, ProblemKind>> | undefined,
): FastifyReply {
  const kind = problems?.[refusal.reason];
  if (kind === undefined) throw new Error(`undeclared refusal: ${refusal.reason}`);
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter));
  return sendProblem(
    reply,
    refusal.reason,
    { ...kind, detail: refusal.detail ?? kind.detail },
    refusal.errors,
  );
}

/** Refusals of the framework by status; its other 4xx are malformed input. */
const BY_STATUS: Readonly<Partial<Record<number, CommonProblem>>> = {
  404: 'not_found',
  413: 'too_large',
  414: 'too_long',
  415: 'unsupported_media_type',
};

/** Maps any thrown error to a problem document. Details of a fault go to the log only. */
export function sendError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof Refused) {
    if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
    const { status, detail } = COMMON_PROBLEMS[error.code];
    const { text, retryAfter } = error;
    const waits = error.code === 'too_many_requests' && retryAfter !== undefined;
    const message = waits ? `${text ?? TOO_MANY_CALLS} ${retryMessage(retryAfter)}` : (text ?? detail);
    return sendProblem(reply, error.code, { status, detail: message }, error.errors);
  }
  if (error instanceof RefusedOutside) {
    request.log.error({ err: error }, 'refused outside');
    return sendProblem(reply, 'provider_refused', { status: 409, detail: error.words });
  }
  if (error instanceof InvalidJson)
    return sendProblem(reply, 'malformed', { status: 400, detail: error.message });
  const erased = erasedAccount(error);
  if (erased !== null) {
    // An operator acts for somebody else, and a client books a musician: they stay signed in.
    const isOwn = erased === 'account' && !request.url.startsWith('/api/v2/operator/');
    const code = isOwn ? 'not_signed_in' : 'not_found';
    return sendProblem(reply, code, COMMON_PROBLEMS[code]);
  }
  if (isUnstorable(error)) return sendProblem(reply, 'malformed', COMMON_PROBLEMS.malformed);
  if (error instanceof OutcomeUnknown) {
    request.log.warn({ err: error }, 'outcome of a commit unknown');
    const { status, detail } = COMMON_PROBLEMS.outcome_unknown;
    const kind = { status, detail: error.repeatable ? detail : OUTCOME_UNKNOWN_ONCE };
    return sendProblem(reply.header('retry-after', '2'), 'outcome_unknown', kind);
  }
  // Refused before its first connection, so nothing was done; no line of its own in the log, as there may be thousands.
  if (error instanceof DatabaseBusy && !error.begun)
    return sendProblem(reply.header('retry-after', '1'), 'busy', COMMON_PROBLEMS.busy);
  if (error instanceof StorageUnavailable || isDatabaseUnavailable(error)) {
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
