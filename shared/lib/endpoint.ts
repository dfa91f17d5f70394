import type * as z from 'zod/mini';
import type { Call } from './call.ts';
import type { RateLimit } from './limits.ts';

/** A person's role (docs/product/accounts.md#roles). */
export type Role = 'client' | 'partner' | 'operator' | 'managed';

/** A refusal of an endpoint: status and text for the person. */
export interface ProblemKind {
  readonly status: 401 | 403 | 404 | 409 | 413 | 422 | 429 | 503 | 507;
  readonly detail: string;
}

/** How HTTP treats a call beyond its verb; enforced by server/http. */
export interface HttpOptions {
  /** `revalidate`: a browser stores the response and asks each time whether it has changed; by default `no-store`. */
  readonly cache?: 'no-store' | 'revalidate';
  /** A GET that changes something: refused from other sites, as every other method is. */
  readonly changes?: true;
  /** Counted before the verb; more is 429 with Retry-After (docs/product/security.md#rate-limits). */
  readonly rateLimit?: readonly RateLimit[];
  /** The request body has no time limit. */
  readonly slowBody?: true;
  /** Accepts a form instead of JSON, without reading it. */
  readonly ignoresForm?: { readonly maxBytes: number };
}

/**
 * One call of the API, declared once for both sides (docs/product/api.md). `problems` are its verb's refusals; the
 * binder adds 400, 401, 403, 429, 500 and 503.
 */
export interface Endpoint extends Call, HttpOptions {
  readonly summary: string;
  /** `anyone` needs no login, `signed_in` any role; else the allowed roles. */
  readonly who: 'anyone' | 'signed_in' | readonly Role[];
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** Status of success; 200 by default. */
  readonly status?: 200 | 201;
  readonly response: z.ZodMiniType;
  readonly problems?: Readonly<Record<string, ProblemKind>>;
  /** Media type of a streamed response instead of JSON; `answer` is then unused. */
  readonly stream?: string;
  /** Statuses of a streamed response; 200 by default. */
  readonly streamStatuses?: readonly StreamStatus[];
  /** The call takes one file of a multipart form: field and maximum size. */
  readonly upload?: { readonly field: string; readonly maxBytes: number };
  /** The call creates or pays: it takes an optional Idempotency-Key (docs/product/api.md#idempotency). */
  readonly idempotent?: true;
}

/** Declares an endpoint and keeps its exact type. */
export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared;
}

/** An object without keys. */
type Nothing = { readonly [key in never]: never };

type Read<S> = S extends z.ZodMiniType ? z.output<S> : Nothing;
type Sent<E, K extends 'params' | 'query' | 'body'> = E extends {
  readonly [P in K]: infer S extends z.ZodMiniType;
}
  ? Nothing extends z.input<S>
    ? { readonly [P in K]?: z.input<S> }
    : { readonly [P in K]: z.input<S> }
  : Nothing;

/** Input of a verb: validated params, query and body. */
export interface InputOf<E extends Endpoint> {
  readonly params: Read<E['params']>;
  readonly query: Read<E['query']>;
  readonly body: Read<E['body']>;
}

/** Arguments of the caller. */
export type ArgsOf<E extends Endpoint> = Sent<E, 'params'> & Sent<E, 'query'> & Sent<E, 'body'>;

/** Status of a streamed response: whole, partial, redirect, range not satisfiable. */
export type StreamStatus = 200 | 206 | 302 | 416;

/** A streamed response: bytes with status and headers. */
export interface StreamResponse {
  readonly status: StreamStatus;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A handler's value on success, before undeclared fields are dropped. */
export type ResponseOf<E extends Endpoint> = E extends { readonly stream: string }
  ? StreamResponse
  : z.input<E['response']>;

/** The caller's value on success. */
export type ReadOf<E extends Endpoint> = z.output<E['response']>;

/** Codes of the declared refusals. */
export type ProblemOf<E extends Endpoint> = E extends { readonly problems: infer P }
  ? keyof P & string
  : never;
