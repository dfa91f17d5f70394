import { Writable } from 'node:stream';
import pino from 'pino';
import { createLog, type Log } from '#server/lib/log.ts';
import { readSettings } from '#server/start/settings.ts';
import { openTracing, type Tracing } from '#server/start/tracing/open-tracing.ts';
import { startCollector } from '../api/collector.ts';
import { test as base } from './holds.ts';

/** Traces by environment variables; throws where they say that there are none. */
export async function tracingBy(
  env: Record<string, string>,
  log: Log = pino({ level: 'silent' }),
): Promise<Tracing> {
  const { tracing } = readSettings(env);
  if (tracing === null) throw new Error('there are no traces by these variables');
  return openTracing(tracing, log);
}

/** A log whose lines are kept. */
export function keptLog() {
  const lines: Record<string, unknown>[] = [];
  const log = createLog(
    'info',
    new Writable({
      write(line, _encoding, done) {
        lines.push(JSON.parse(String(line)) as Record<string, unknown>);
        done();
      },
    }),
  );
  return { log, lines };
}

/** `test` with an application whose traces a collector gets. */
export const test = base
  .extend('collector', { scope: 'file' }, async ({}, { onCleanup }) => {
    const collector = await startCollector();
    onCleanup(() => collector.close());
    return collector;
  })
  .extend('tracing', { scope: 'file' }, async ({ collector }, { onCleanup }) => {
    const tracing = await tracingBy(collector.env);
    onCleanup(() => tracing.stop());
    return tracing;
  })
  .extend('logged', { scope: 'file' }, () => keptLog())
  .extend('options', { scope: 'file' }, ({ tracing, logged }) => ({
    tracer: tracing.tracer,
    log: logged.log,
    env: { TRUST_PROXY: '127.0.0.1' },
  }))
  /** Runs the jobs, and returns the spans of a trace. */
  .extend('spansOf', { scope: 'file' }, ({ app, tracing, collector }) => async (traceId?: string) => {
    await app.queues.drain();
    await tracing.flush();
    return collector.spans(traceId);
  });
