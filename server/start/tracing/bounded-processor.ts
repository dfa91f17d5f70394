import { TraceFlags } from '@opentelemetry/api';
import { BatchSpanProcessor, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace';

/** Ended spans that wait to be sent, at most. */
export const MAX_WAITING = 2048;

/** Sends ended spans in batches; tells `onDropped` of those for which there is no room. */
export function boundedProcessor(exporter: SpanExporter, onDropped: () => void): SpanProcessor {
  let waiting = 0;
  const batches = new BatchSpanProcessor({
    maxQueueSize: MAX_WAITING,
    exporter: {
      export(spans, done) {
        waiting -= spans.length;
        exporter.export(spans, done);
      },
      shutdown: () => exporter.shutdown(),
      forceFlush: async () => exporter.forceFlush?.(),
    },
  });
  return {
    onStart: (span, context) => batches.onStart(span, context),
    onEnd(span) {
      const isSampled = (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;
      if (isSampled && waiting >= MAX_WAITING) return onDropped();
      if (isSampled) waiting += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
}
