/** Counts, the greatest first. */
const list = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([what, count]) => `${count} × ${what}`)
    .join(', ') || 'none';

/** What a simulation has seen. */
export class Report {
  readonly seed: number;
  days = 0;
  calls = 0;
  /** Answers by status. */
  readonly answers: Record<string, number> = {};
  /** Acts by name and how they ended. */
  readonly acts: Record<string, number> = {};
  /** Faults by kind. */
  readonly faults: Record<string, number> = {};
  /** What must not be: each a sentence, with the day on which it was seen. */
  readonly breaches: string[] = [];
  /** Seconds of this process's CPU by part of a day. */
  readonly #spent: Record<string, number> = {};
  #part = 'settling in';
  #at = performance.now();
  #cpu = process.cpuUsage();

  constructor(seed: number) {
    this.seed = seed;
  }

  answered(status: number): void {
    this.calls += 1;
    this.answers[status] = (this.answers[status] ?? 0) + 1;
  }

  acted(act: string, end: string | number): void {
    const key = `${act}: ${String(end).replaceAll(/\d{4,}/g, 'n')}`;
    this.acts[key] = (this.acts[key] ?? 0) + 1;
  }

  fault(kind: string): void {
    this.faults[kind] = (this.faults[kind] ?? 0) + 1;
  }

  breach(what: string): void {
    this.breaches.push(`day ${this.days}: ${what}`);
  }

  /** Another part of a day begins, to which CPU is counted. */
  begin(part: string): void {
    const { user, system } = process.cpuUsage(this.#cpu);
    this.#cpu = process.cpuUsage();
    this.#spent[this.#part] = (this.#spent[this.#part] ?? 0) + (user + system) / 1e6;
    this.#part = part;
  }

  /** A line after each day, with its seconds and those of CPU. */
  dayText(): string {
    const last = this.breaches.slice(-3).map((breach) => ` | ${breach}`);
    this.begin('acts');
    const parts = Object.entries(this.#spent).map(([part, seconds]) => `${part} ${seconds.toFixed(1)}`);
    for (const part of Object.keys(this.#spent)) this.#spent[part] = 0;
    const seconds = (performance.now() - this.#at) / 1000;
    this.#at = performance.now();
    const spent = `${seconds.toFixed(1)} s, CPU: ${parts.join(', ')}`;
    return `day ${this.days} (${spent}): ${this.calls} calls, ${this.breaches.length} breaches${last.join('')}`;
  }

  /** A few lines. */
  text(): string {
    return [
      `Seed ${this.seed}: ${this.days} days, ${this.calls} calls (${list(this.answers)})`,
      `faults: ${list(this.faults)}`,
      `acts: ${list(this.acts)}`,
      `breaches: ${this.breaches.length}`,
    ].join('\n');
  }
}
