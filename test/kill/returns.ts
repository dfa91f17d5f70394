import { machineLoad, underLoad } from '../api/busy.ts';
import type { Calls } from './person.ts';

/** A recovery after a kill: duration and load. */
export interface Return {
  readonly ms: number;
  readonly load: number;
}

/** Counters at an instant. */
export interface Counts {
  /** Confirmations by kind. */
  readonly answers: Readonly<Record<string, number>>;
  readonly calls: Readonly<Calls>;
}

/** Measures a recovery; the load is the higher of before and after. */
export async function timed(comeBack: () => Promise<void>): Promise<Return> {
  const [before, begun] = [machineLoad(), performance.now()];
  await comeBack();
  return { ms: performance.now() - begun, load: Math.max(before, machineLoad()) };
}

/** Recoveries longer than `limitMs` scaled by their load, as text. */
export function tooLong(returns: readonly Return[], limitMs: number): string[] {
  return returns
    .filter(({ ms, load }) => ms > underLoad(limitMs, load))
    .map(({ ms, load }) => `${inMs(ms)} under a load of ${load.toFixed(1)}`);
}

/** One paragraph: the longest recovery with limit and load, and the counts since `from`. */
export function summary(
  what: string,
  { returns, limitMs, from, to }: { returns: readonly Return[]; limitMs: number; from: Counts; to: Counts },
): string {
  const longest = returns.reduce((a, b) => (b.ms > a.ms ? b : a), { ms: 0, load: 0 });
  const kinds = Object.entries(to.answers).map(([kind, n]) => [kind, n - (from.answers[kind] ?? 0)] as const);
  const sum = kinds.reduce((all, [, n]) => all + n, 0);
  const calls = (name: keyof Calls): number => to.calls[name] - from.calls[name];
  return [
    `${what} killed ${returns.length} times: longest return ${inMs(longest.ms)}, limit ${inMs(underLoad(limitMs, longest.load))} under a load of ${longest.load.toFixed(1)}`,
    `  ${sum} answers, none lost: ${kinds.map(([kind, n]) => `${n} ${kind}`).join(', ')}`,
    `  ${calls('asked')} calls: ${calls('atOnce')} answered at once, ${calls('repeated')} after ${calls('repeats')} repeats`,
  ].join('\n');
}

const inMs = (ms: number): string => `${ms.toFixed(0)} ms`;
