import * as z from 'zod';
import { text, variable, WEB_URL, webUrl } from '../variable.ts';
import { parsePairs } from './parse-pairs.ts';

const PAIRS = 'pairs such as name=value,other=value, percent-encoded';

const pairs = z.string().transform((value, context) => {
  const parsed = parsePairs(value);
  if (parsed !== null) return parsed;
  context.addIssue({ code: 'custom', message: 'not pairs' });
  return z.NEVER;
});

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** The variables of traces, named and meant as OpenTelemetry's specification says. */
export const TRACING_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: variable({
    takes: WEB_URL,
    what: 'the OpenTelemetry collector that traces are sent to, at /v1/traces below it; unset, there are none',
    schema: webUrl,
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: variable({
    takes: WEB_URL,
    what: 'the whole address that traces are sent to, instead',
    schema: webUrl,
  }),
  OTEL_EXPORTER_OTLP_PROTOCOL: variable({
    takes: 'http/protobuf or http/json',
    fallback: 'http/protobuf',
    what: 'how traces are written',
    schema: z.enum(['http/protobuf', 'http/json']),
  }),
  OTEL_EXPORTER_OTLP_HEADERS: variable({
    takes: PAIRS,
    what: 'headers that are sent with traces, such as a key',
    secret: true,
    schema: pairs,
  }),
  OTEL_EXPORTER_OTLP_TIMEOUT: variable({
    takes: 'milliseconds from 1 to 60000',
    fallback: '10000',
    what: 'how long the collector may take for an answer',
    schema: z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(1).max(60_000)),
  }),
  OTEL_TRACES_EXPORTER: variable({
    takes: 'otlp or none',
    fallback: 'otlp',
    what: 'none: there are no traces, whatever else is set',
    schema: z.enum(['otlp', 'none']),
  }),
  OTEL_SDK_DISABLED: variable({
    takes: 'true or false',
    fallback: 'false',
    what: 'true: the same',
    schema: z
      .string()
      .regex(/^(true|false)$/i)
      .transform((value) => value.toLowerCase() === 'true'),
  }),
  OTEL_TRACES_SAMPLER: variable({
    takes: SAMPLERS.join(', ').replace(/, (\w+)$/, ' or $1'),
    fallback: 'parentbased_always_on',
    what: 'which traces are recorded',
    schema: z.enum(SAMPLERS),
  }),
  OTEL_TRACES_SAMPLER_ARG: variable({
    takes: 'a number from 0 to 1',
    fallback: '1',
    what: 'the part of traces that a sampler with traceidratio records',
    schema: z
      .string()
      .regex(/^[\d.]+$/)
      .transform(Number)
      .pipe(z.number().min(0).max(1)),
  }),
  OTEL_PROPAGATORS: variable({
    takes: 'tracecontext, baggage, both with a comma between, or none',
    fallback: 'tracecontext,baggage',
    what: 'whether a traceparent of the caller is continued: with tracecontext; baggage is never read',
    schema: z
      .string()
      .transform((value) => value.split(',').map((part) => part.trim()))
      .pipe(z.array(z.enum(['tracecontext', 'baggage', 'none']))),
  }),
  OTEL_SERVICE_NAME: variable({
    takes: 'a name',
    what: 'the name that traces have there; unset, service.name of the next, or talkback',
    schema: text,
  }),
  OTEL_RESOURCE_ATTRIBUTES: variable({
    takes: PAIRS,
    what: 'what else traces say of this process, such as deployment.environment.name=production',
    schema: pairs,
  }),
};
