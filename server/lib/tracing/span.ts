import { AsyncLocalStorage } from 'node:async_hooks';

/** What a span says: names, numbers and codes, nothing of people (docs/product/security.md#traces). */
export type Attributes = Readonly<Record<string, string | number>>;

/** What begins with a span. */
export interface SpanOptions {
  readonly name: string;
  /** `server`: a request; `client`: a call to another system; `consumer`: a job. */
  readonly kind: 'internal' | 'server' | 'client' | 'consumer';
  readonly attributes?: Attributes;
}

/** A timed part of a trace. */
export interface Span {
  readonly traceId: string;
  /** In W3C's form, for what goes on with the trace later. */
  readonly traceparent: string;
  /** false: it was not sampled, or it has ended. */
  readonly isRecording: boolean;
  begin(options: SpanOptions): Span;
  set(attributes: Attributes): void;
  /** `failure`: the type of what went wrong, never its message. */
  end(failure?: string): void;
}

/** Begins spans of requests and jobs. */
export interface Tracer {
  /** In the trace that a `traceparent` names, else in a new one. */
  begin(options: SpanOptions, traceparent?: string): Span;
}

const active = new AsyncLocalStorage<Span>();

/** The span that this code runs in; undefined without one. */
export const activeSpan = (): Span | undefined => active.getStore();

/** Runs `work`, and what it starts, in a span; without one it just runs. */
export function inSpan<T>(span: Span | undefined, work: () => T): T {
  return span === undefined ? work() : active.run(span, work);
}

/** Runs `work` in a new span of the active one; outside of a recorded trace it just runs. */
export async function traced<T>(options: SpanOptions, work: (span?: Span) => Promise<T>): Promise<T> {
  const parent = active.getStore();
  if (parent?.isRecording !== true) return work();
  const span = parent.begin(options);
  try {
    const result = await active.run(span, work, span);
    span.end();
    return result;
  } catch (error) {
    span.end(failureOf(error));
    throw error;
  }
}

/** The type of an error: its code or its name. Its message may hold what a person has written. */
export function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[\w.-]{1,60}$/.test(code) ? code : error.name;
}

/** For log lines of a recorded trace. */
export const traceFields = (span: Span | undefined): { readonly trace_id?: string } =>
  span?.isRecording === true ? { trace_id: span.traceId } : {};
