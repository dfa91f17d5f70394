import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import type { Log } from '../../lib/log.ts';
import type { TracingSettings } from '../../lib/settings.ts';
import type { Tracer } from '../../lib/tracing/span.ts';
import { boundedProcessor } from './bounded-processor.ts';
import { createTracer } from './create-tracer.ts';
import { createDropCounter, type DroppedSpans } from './dropped-spans.ts';
import { openExporter } from './exporter.ts';
import { samplerOf } from './sampler.ts';

/** Traces of a process. */
export interface Tracing {
  readonly tracer: Tracer;
  /** Spans that were not sent since the start. */
  dropped(): DroppedSpans;
  /** Sends what has ended; resolves when the collector has it or does not take it. */
  flush(): Promise<void>;
  /** Sends what is left, for at most 3 s. */
  stop(): Promise<void>;
}

const STOP_MS = 3000;

/** Begins to send traces to a collector, in batches and beside the requests (docs/operating.md#traces). */
export async function openTracing(settings: TracingSettings, log: Log): Promise<Tracing> {
  const own = { 'service.instance.id': crypto.randomUUID(), ...settings.resource };
  const drops = createDropCounter(log);
  const exporter = await openExporter(settings, drops);
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes(own)),
    sampler: samplerOf(settings),
    spanProcessors: [
      boundedProcessor(exporter, () => drops.add('queue_full', 1, 'more spans end than the collector takes')),
    ],
  });
  return {
    tracer: createTracer(provider.getTracer('talkback'), settings),
    dropped: drops.total,
    flush: () => provider.forceFlush(),
    async stop() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, STOP_MS).unref());
      await Promise.race([provider.shutdown().catch(() => {}), late]);
    },
  };
}
