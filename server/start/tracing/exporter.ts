import { ExportResultCode } from '@opentelemetry/core';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Log } from '../../lib/log.ts';
import type { TracingSettings } from '../../lib/settings.ts';
import { firstLine } from '../../lib/start-error.ts';

/** A collector that is away is said once in this time. */
const WARN_EVERY_MS = 5 * 60_000;

/** Sends spans to the collector. One that does not take them is a line of the log now and then, and nothing else. */
export async function openExporter(settings: TracingSettings, log: Log): Promise<SpanExporter> {
  const { url, headers, timeoutMs: timeoutMillis, protocol } = settings;
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  return tolerant(new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis }), log);
}

function tolerant(exporter: SpanExporter, log: Log): SpanExporter {
  let warnedAt = -Infinity;
  return {
    export(spans, done) {
      exporter.export(spans, ({ code, error }) => {
        if (code !== ExportResultCode.SUCCESS && performance.now() - warnedAt >= WARN_EVERY_MS) {
          warnedAt = performance.now();
          log.warn({ reason: firstLine(error) }, 'traces cannot be sent');
        }
        done({ code: ExportResultCode.SUCCESS });
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
