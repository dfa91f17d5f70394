import { describe, expect, test } from 'vitest';
import { readSettings } from '../settings.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
const tracing = (env: Record<string, string>) => readSettings(env).tracing;

describe('traces', () => {
  test.each<Record<string, string>>([
    {},
    { OTEL_SERVICE_NAME: 'studio', OTEL_TRACES_SAMPLER: 'always_on' },
    { ...ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' },
    { ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none' },
  ])('there are none with %j', (env) => {
    expect(tracing(env)).toBeNull();
  });

  test('with an endpoint they are sent below it, as OpenTelemetry says for all else', () => {
    expect(tracing(ENDPOINT)).toEqual({
      url: 'http://127.0.0.1:4318/v1/traces',
      protocol: 'http/protobuf',
      headers: {},
      timeoutMs: 10_000,
      sampler: 'parentbased_always_on',
      ratio: 1,
      continuesCallers: true,
      resource: { 'service.name': 'talkback' },
    });
  });

  test.each([
    ['https://in.example.com/otlp/', 'https://in.example.com/otlp/v1/traces'],
    ['https://in.example.com/otlp', 'https://in.example.com/otlp/v1/traces'],
  ])('%s may have a path', (OTEL_EXPORTER_OTLP_ENDPOINT, url) => {
    expect(tracing({ OTEL_EXPORTER_OTLP_ENDPOINT })?.url).toBe(url);
  });

  test('the address for traces alone is taken as it is, and goes first', () => {
    const whole = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://in.example.com/t' };
    expect(tracing({ ...ENDPOINT, ...whole })?.url).toBe('https://in.example.com/t');
  });

  test('the name of the service goes before that of the attributes', () => {
    const attributes = { OTEL_RESOURCE_ATTRIBUTES: 'service.name=a, team=b%2Cc' };
    expect(tracing({ ...ENDPOINT, ...attributes })?.resource).toEqual({ 'service.name': 'a', team: 'b,c' });
    const named = { ...attributes, OTEL_SERVICE_NAME: 'd' };
    expect(tracing({ ...ENDPOINT, ...named })?.resource['service.name']).toBe('d');
  });

  test.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT takes a web address'],
    [
      { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      'OTEL_EXPORTER_OTLP_PROTOCOL takes http/protobuf or http/json.',
    ],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'secret' }, 'OTEL_EXPORTER_OTLP_HEADERS takes pairs'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'key=%' }, 'OTEL_EXPORTER_OTLP_HEADERS takes pairs'],
    [{ OTEL_EXPORTER_OTLP_TIMEOUT: '0' }, 'OTEL_EXPORTER_OTLP_TIMEOUT takes milliseconds'],
    [{ OTEL_TRACES_SAMPLER: 'sometimes' }, 'OTEL_TRACES_SAMPLER takes always_on, '],
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG takes a number from 0 to 1.'],
    [{ OTEL_PROPAGATORS: 'b3' }, 'OTEL_PROPAGATORS takes tracecontext'],
  ])('%j is refused by name', (env, message) => {
    expect(() => readSettings({ ...ENDPOINT, ...env })).toThrow(message);
  });
});
