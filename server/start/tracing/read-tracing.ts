import type { TracingSettings } from '../../lib/settings.ts';
import type { Values } from '../variables.ts';

const NAME = 'talkback';

/** Where traces are sent and which; null: there are none. */
export function readTracing(values: Values): TracingSettings | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole } = values;
  const url = whole ?? (base === undefined ? undefined : tracesBelow(base));
  const isOff = values.OTEL_SDK_DISABLED === true || values.OTEL_TRACES_EXPORTER === 'none';
  if (url === undefined || isOff) return null;
  const { OTEL_RESOURCE_ATTRIBUTES: attributes = {}, OTEL_SERVICE_NAME: name } = values;
  return {
    url,
    protocol: values.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/protobuf',
    headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    timeoutMs: values.OTEL_EXPORTER_OTLP_TIMEOUT ?? 10_000,
    sampler: values.OTEL_TRACES_SAMPLER ?? 'parentbased_always_on',
    ratio: values.OTEL_TRACES_SAMPLER_ARG ?? 1,
    continuesCallers: values.OTEL_PROPAGATORS?.includes('tracecontext') === true,
    resource: {
      'service.name': NAME,
      ...attributes,
      ...(name === undefined ? {} : { 'service.name': name }),
    },
  };
}

/** The specification appends the signal's path to the address, whatever its own path is. */
function tracesBelow(base: string): string {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  return url.href;
}
