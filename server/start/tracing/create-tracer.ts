import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Tracer as OtelTracer,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import type { TracingSettings } from '../../lib/settings.ts';
import type { Span, SpanOptions, Tracer } from '../../lib/tracing/span.ts';

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const;

/** A tracer whose spans are OpenTelemetry's. */
export function createTracer(
  tracer: OtelTracer,
  { continuesCallers }: Pick<TracingSettings, 'continuesCallers'>,
): Tracer {
  return {
    begin(options, traceparent) {
      const isOurs = options.kind === 'consumer';
      const parent =
        traceparent !== undefined && (isOurs || continuesCallers) ? parseTraceParent(traceparent) : null;
      const context =
        parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
      return beginSpan(tracer, context, options);
    },
  };
}

function beginSpan(tracer: OtelTracer, parent: Context, { name, kind, attributes = {} }: SpanOptions): Span {
  const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent);
  const { traceId, spanId, traceFlags } = span.spanContext();
  const sampled = traceFlags & TraceFlags.SAMPLED;
  return {
    traceId,
    traceparent: `00-${traceId}-${spanId}-0${sampled}`,
    get isRecording() {
      return span.isRecording();
    },
    begin: (options) => beginSpan(tracer, trace.setSpan(parent, span), options),
    set: (more) => void span.setAttributes(more),
    end(failure) {
      if (!span.isRecording()) return;
      if (failure !== undefined)
        span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}
