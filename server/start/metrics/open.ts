import { poolUse, type Database } from '../../db/database.ts';
import type { Observer } from '../../lib/observer.ts';
import type { App } from '../app.ts';
import type { Tracing } from '../tracing/open-tracing.ts';
import { createProcessMetrics, type ProcessFigures } from './registry.ts';
import { serveMetrics } from './serve.ts';
import { createStudioMetrics } from './studio.ts';

/** Metrics of a process that does not listen yet. */
export interface Metrics {
  readonly observer: Observer;
  /** Serves them; returns what stops that. */
  serve(
    at: { readonly host: string; readonly port: number },
    app: Pick<App, 'ctx' | 'streams'>,
    pools: Readonly<Record<string, Database>>,
    tracing: Pick<Tracing, 'dropped'> | null,
  ): Promise<() => Promise<void>>;
}

const NO_FIGURES = (): ProcessFigures => ({ pools: [], streams: 0, droppedSpans: null });

/** Begins to count (docs/operating.md#metrics). */
export function openMetrics(): Metrics {
  let figures = NO_FIGURES;
  const { registry, observer } = createProcessMetrics(() => figures());
  return {
    observer,
    async serve(at, app, pools, tracing) {
      figures = () => ({
        pools: Object.entries(pools).map(([pool, db]) => ({ pool, ...poolUse(db) })),
        streams: app.streams(),
        droppedSpans: tracing?.dropped() ?? null,
      });
      const readStudio = createStudioMetrics(app.ctx);
      return serveMetrics(at, async () => (await readStudio()) + (await registry.metrics()));
    },
  };
}
