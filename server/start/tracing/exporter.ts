import { ExportResultCode } from '@opentelemetry/core';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { TracingSettings } from '../../lib/settings.ts';
import { firstLine } from '../../lib/start-error.ts';
import type { DropCounter } from './dropped-spans.ts';

/** Sends spans to the collector. Those that it does not take are counted, and nothing else. */
export async function openExporter(settings: TracingSettings, drops: DropCounter): Promise<SpanExporter> {
  const { url, headers, timeoutMs: timeoutMillis, protocol } = settings;
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  return tolerant(new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis }), drops);
}

function tolerant(exporter: SpanExporter, drops: DropCounter): SpanExporter {
  return {
    export(spans, done) {
      exporter.export(spans, ({ code, error }) => {
        if (code !== ExportResultCode.SUCCESS) drops.add('not_taken', spans.length, firstLine(error));
        done({ code: ExportResultCode.SUCCESS });
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
