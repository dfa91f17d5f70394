import { machineLoad, underLoad } from '../api/busy.ts';
import type { Calls } from './retrying-client.ts';

/** A recovery after a kill: duration and load. */
export interface Recovery {
  readonly ms: number;
  readonly load: number;
}

/** Counters at an instant. */
export interface Counts {
  /** Confirmations by kind. */
  readonly confirmations: Readonly<Record<string, number>>;
  readonly calls: Readonly<Calls>;
}

/** Measures a recovery; the load is the higher of before and after. */
export async function measureRecovery(recover: () => Promise<void>): Promise<Recovery> {
  const [before, begun] = [machineLoad(), performance.now()];
  await recover();
  return { ms: performance.now() - begun, load: Math.max(before, machineLoad()) };
}

/** Recoveries longer than `limitMs` scaled by their load, as text. */
export function slowRecoveries(recoveries: readonly Recovery[], limitMs: number): string[] {
  return recoveries
    .filter(({ ms, load }) => ms > underLoad(limitMs, load))
    .map(({ ms, load }) => `${formatMs(ms)} under a load of ${load.toFixed(1)}`);
}

/** One paragraph: the longest recovery with limit and load, and the counts since `from`. */
export function summary(
  what: string,
  {
    recoveries,
    limitMs,
    from,
    to,
  }: { recoveries: readonly Recovery[]; limitMs: number; from: Counts; to: Counts },
): string {
  const longest = recoveries.reduce((a, b) => (b.ms > a.ms ? b : a), { ms: 0, load: 0 });
  const kinds = Object.entries(to.confirmations).map(
    ([kind, n]) => [kind, n - (from.confirmations[kind] ?? 0)] as const,
  );
  const sum = kinds.reduce((all, [, n]) => all + n, 0);
  const calls = (name: keyof Calls): number => to.calls[name] - from.calls[name];
  return [
    `${what} killed ${recoveries.length} times: longest recovery ${formatMs(longest.ms)}, limit ${formatMs(underLoad(limitMs, longest.load))} under a load of ${longest.load.toFixed(1)}`,
    `  ${sum} confirmations, none lost: ${kinds.map(([kind, n]) => `${n} ${kind}`).join(', ')}`,
    `  ${calls('total')} calls: ${calls('immediate')} at once, ${calls('retried')} after ${calls('retries')} retries`,
  ].join('\n');
}

const formatMs = (ms: number): string => `${ms.toFixed(0)} ms`;
