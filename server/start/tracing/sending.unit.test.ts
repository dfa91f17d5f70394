import { createServer } from 'node:net';
import { describe, expect, test as base } from 'vitest';
import type { Tracer } from '../../lib/tracing/span.ts';
import { startCollector } from '#test/api/collector.ts';
import { keptLog, tracingBy } from '#test/rooms/traces.ts';

const test = base.extend('collector', async ({}, { onCleanup }) => {
  const collector = await startCollector();
  onCleanup(() => collector.close());
  return collector;
});

/** Opens traces by these variables; stopped when the test ends. */
const withTracer = test.extend('open', ({ collector }, { onCleanup }) =>
  async (env: Record<string, string>) => {
    const tracing = await tracingBy({ ...collector.env, ...env });
    onCleanup(() => tracing.stop());
    return tracing;
  });

const REQUEST = { name: 'GET /api/things', kind: 'server' } as const;
const SAMPLED = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;
const NOT_SAMPLED = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-00`;

/** Of so many requests those that are recorded. */
function recorded(tracer: Tracer, traceparent?: string, many = 1): number {
  const spans = Array.from({ length: many }, () => tracer.begin(REQUEST, traceparent));
  return spans.filter(({ isRecording }) => isRecording).length;
}

describe('what is sent', () => {
  test('spans with the name of the service and what else the variables say of it', async ({ collector }) => {
    const tracing = await tracingBy({
      ...collector.env,
      OTEL_SERVICE_NAME: 'studio',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=blue%20one,service.name=other',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%3Db',
    });
    const span = tracing.tracer.begin(REQUEST);
    const child = span.begin({ name: 'SELECT things', kind: 'client', attributes: { rows: 3 } });
    child.end('23505');
    span.end();
    await tracing.stop();
    expect(collector.batches[0]).toMatchObject({
      path: '/v1/traces',
      headers: { 'content-type': 'application/json', 'x-key': 'a=b' },
    });
    expect(collector.resource()).toMatchObject({
      'service.name': 'studio',
      'deployment.environment.name': 'blue one',
      'service.instance.id': expect.stringMatching(/^[\da-f-]{36}$/),
    });
    const [first, second] = collector.spans(span.traceId);
    expect(first).toMatchObject({
      name: 'SELECT things',
      parentSpanId: second?.spanId,
      status: 2,
      attributes: { rows: 3, 'error.type': '23505' },
    });
  });

  test('in protobuf unless JSON is asked for', async ({ collector }) => {
    const tracing = await tracingBy({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/mine` });
    tracing.tracer.begin(REQUEST).end();
    await tracing.stop();
    const [batch] = collector.batches;
    expect(batch).toMatchObject({ path: '/mine', headers: { 'content-type': 'application/x-protobuf' } });
    expect(batch?.body.toString('latin1')).toContain('GET /api/things');
  });

  test('nothing after a span has ended', async ({ collector }) => {
    const tracing = await tracingBy(collector.env);
    const span = tracing.tracer.begin(REQUEST);
    span.end();
    expect(span.isRecording).toBe(false);
    span.set({ late: 1 });
    span.end('late');
    await tracing.stop();
    expect(collector.spans()).toMatchObject([{ attributes: {}, status: 0 }]);
  });
});

describe('which traces are recorded', () => {
  withTracer.for<[sampler: string, ratio: string, own: number, sampled: number, notSampled: number]>([
    ['parentbased_always_on', '', 1, 1, 0],
    ['parentbased_always_off', '', 0, 1, 0],
    ['parentbased_traceidratio', '0', 0, 1, 0],
    ['always_on', '', 1, 1, 1],
    ['always_off', '', 0, 0, 0],
    ['traceidratio', '1', 1, 1, 1],
    ['traceidratio', '0', 0, 0, 0],
  ])('%s %s', async ([sampler, ratio, own, sampled, notSampled], { open }) => {
    const { tracer } = await open({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio });
    const found = [recorded(tracer), recorded(tracer, SAMPLED), recorded(tracer, NOT_SAMPLED)];
    expect(found).toEqual([own, sampled, notSampled]);
  });

  withTracer('a part of them, by ratio', async ({ open }) => {
    const env = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' };
    const { tracer } = await open(env);
    const many = recorded(tracer, undefined, 4000);
    expect(many).toBeGreaterThan(800);
    expect(many).toBeLessThan(1200);
  });

  withTracer('without sampling nothing is sent, nor what it causes', async ({ open, collector }) => {
    const tracing = await open({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' });
    const span = tracing.tracer.begin(REQUEST);
    expect(span.traceparent).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-00$/);
    expect(recorded(tracing.tracer, span.traceparent)).toBe(0);
    span.end();
    await tracing.stop();
    expect(collector.batches).toEqual([]);
  });

  withTracer(
    "a caller's traceparent counts by OTEL_PROPAGATORS, that of our jobs always",
    async ({ open }) => {
      const { tracer } = await open({ OTEL_PROPAGATORS: 'none' });
      expect(tracer.begin(REQUEST, SAMPLED).traceId).not.toBe('1'.repeat(32));
      expect(tracer.begin({ name: 'process mails', kind: 'consumer' }, SAMPLED).traceId).toBe('1'.repeat(32));
    },
  );
});

describe('a collector that is away', () => {
  test('is a line of the log once, not for each try', async ({ collector }) => {
    const { log, lines } = keptLog();
    collector.state.status = 401;
    const env = { ...collector.env, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=secret-key' };
    const tracing = await tracingBy(env, log);
    for (let nr = 0; nr < 3; nr += 1) {
      tracing.tracer.begin(REQUEST).end();
      await tracing.flush();
    }
    expect(collector.batches).toHaveLength(3);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      level: 40,
      msg: 'traces cannot be sent',
      reason: expect.any(String),
      dropped: 1,
    });
    expect(tracing.dropped()).toEqual({ queue_full: 0, not_taken: 3 });
    expect(JSON.stringify(lines)).not.toContain('secret-key');
    await tracing.stop();
  });

  test('or that never answers takes no memory without end, and holds a stop for 3 s at most', async ({
    collector,
  }) => {
    collector.state.status = 0;
    const { log, lines } = keptLog();
    const tracing = await tracingBy(collector.env, log);
    for (let nr = 0; nr < 20_000; nr += 1) tracing.tracer.begin(REQUEST).end();
    const { queue_full: dropped } = tracing.dropped();
    expect(dropped).toBeGreaterThan(17_000);
    expect(dropped).toBeLessThanOrEqual(20_000 - 2048);
    expect(lines).toMatchObject([
      { msg: 'traces cannot be sent', reason: 'more spans end than the collector takes', dropped: 1 },
    ]);
    const begun = performance.now();
    await tracing.stop();
    // The exporter itself would wait for 10 s.
    expect(performance.now() - begun).toBeLessThan(8000);
    expect(collector.batches.length).toBeLessThanOrEqual(5);
  });

  test('or that refuses connections fails nothing', async () => {
    const server = createServer();
    const port = await new Promise<number>((listens) => {
      server.listen(0, '127.0.0.1', () => listens((server.address() as { port: number }).port));
    });
    await new Promise((closed) => server.close(closed));
    const tracing = await tracingBy(
      { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` },
      keptLog().log,
    );
    tracing.tracer.begin(REQUEST).end();
    await tracing.stop();
  });
});
