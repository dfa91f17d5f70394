import type * as z from 'zod/mini';

/** Who a person is to the studio (decisions 1). */
export type Role = 'client' | 'partner' | 'operator' | 'managed';

/** One problem that an endpoint may answer: its status and the words a person sees. */
export interface ProblemKind {
  readonly status: 401 | 403 | 404 | 409 | 413 | 422 | 507;
  readonly detail: string;
}

/**
 * One call of the API, declared once: it types, validates and documents both sides.
 * `problems` are the refusals that its verb may answer, by code; malformed input (400), not signed in (401),
 * wrong role (403), too many calls (429) and faults (500, 503) are answered by the binder for every endpoint.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/${string}`;
  readonly summary: string;
  /** `anyone` needs no login; `signed_in` any role; else the roles that may call. */
  readonly who: 'anyone' | 'signed_in' | readonly Role[];
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** The status of success; 200 unless told. */
  readonly status?: 200 | 201;
  readonly answer: z.ZodMiniType;
  readonly problems?: Readonly<Record<string, ProblemKind>>;
  /** The media type of an answer that is sent as it comes, not as JSON; `answer` then says nothing. */
  readonly stream?: string;
  /** The call takes one file of a multipart form, in this field and of at most this size. */
  readonly upload?: { readonly field: string; readonly maxBytes: number };
  /** The call creates or pays: it takes an optional Idempotency-Key (decisions 2). */
  readonly idempotent?: true;
}

/** Declares an endpoint and keeps its exact type. */
export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared;
}

/** Nothing to pass: an object without keys. */
type Nothing = { readonly [key in never]: never };

type Read<S> = S extends z.ZodMiniType ? z.output<S> : Nothing;
type Sent<E, K extends 'params' | 'query' | 'body'> = E extends {
  readonly [P in K]: infer S extends z.ZodMiniType;
}
  ? Nothing extends z.input<S>
    ? { readonly [P in K]?: z.input<S> }
    : { readonly [P in K]: z.input<S> }
  : Nothing;

/** What a verb receives: parameters, query and body in one validated object each. */
export interface InputOf<E extends Endpoint> {
  readonly params: Read<E['params']>;
  readonly query: Read<E['query']>;
  readonly body: Read<E['body']>;
}

/** What the caller passes. */
export type ArgsOf<E extends Endpoint> = Sent<E, 'params'> & Sent<E, 'query'> & Sent<E, 'body'>;

/** An answer that is sent as it comes: bytes with their own status (200, 206, 416) and headers. */
export interface StreamAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What a handler gives back on success, before the contract strips what is undeclared. */
export type AnswerOf<E extends Endpoint> = E extends { readonly stream: string }
  ? StreamAnswer
  : z.input<E['answer']>;

/** What the caller reads on success. */
export type ReadOf<E extends Endpoint> = z.output<E['answer']>;

/** The codes of the refusals that this endpoint declares. */
export type ProblemOf<E extends Endpoint> = E extends { readonly problems: infer P }
  ? keyof P & string
  : never;

/** The path with its parameters filled in, each encoded. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}
