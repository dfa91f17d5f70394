import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Driver } from './driver.ts';
import { FIND_ALL, type Search, type Step } from './find.ts';

/** Timeout of conditions, for busy machines, too. */
const LIMIT_MS = 30_000;
const INTERVAL_MS = 100;

const FIRST = `(search) => (${FIND_ALL})(search)[0] ?? null`;
const PLACE = `(search) => {
  const first = (${FIND_ALL})(search)[0];
  return first === undefined ? null : [first.getBoundingClientRect()].map(({ x, y }) => \`\${Math.round(x)} \${Math.round(y)}\`)[0];
}`;
const TEXTS = `(search) => (${FIND_ALL})(search).map((element) => element.innerText)`;
const SLIDES = `(search) => (${FIND_ALL})(search).map((element) => Number(element.getAttribute('aria-valuenow')))`;

/** Names an element by role, accessible name and text. */
export function by(role: string, name?: string | RegExp, text?: RegExp): Step {
  return {
    role,
    ...(name === undefined ? {} : { name: typeof name === 'string' ? name : { pattern: name.source } }),
    ...(text === undefined ? {} : { text: text.source }),
  };
}

/** Actions in a window, the same in every browser. */
export class Page {
  readonly driver: Driver;

  constructor(driver: Driver) {
    this.driver = driver;
  }

  /** Presses the first such element once a pointer can reach it. */
  async click(...steps: readonly Step[]): Promise<void> {
    const search = { steps, ready: true };
    let before: unknown = null;
    await this.#until(`${describe(steps)} can be pressed`, async () => {
      // Click only when stable: animations and font loading move the target.
      const place = await this.driver.evaluate(PLACE, { steps });
      const isStill = place !== null && place === before;
      before = place;
      const element = isStill ? await this.driver.element(FIRST, search) : null;
      if (element === null) return false;
      await this.driver.click(element);
      return true;
    });
  }

  /** Presses the first such field and types into it. */
  async type(text: string, ...steps: readonly Step[]): Promise<void> {
    await this.click(...steps);
    const element = await this.driver.element(FIRST, { steps });
    if (element === null) throw new Error(`${describe(steps)} is gone`);
    await this.driver.type(element, text);
  }

  /** Gives files to a file input. Neither protocol takes a folder. */
  async setFiles(files: readonly string[], ...steps: readonly Step[]): Promise<void> {
    await this.sees(...steps);
    const element = await this.driver.element(FIRST, { steps });
    if (element === null) throw new Error(`${describe(steps)} is gone`);
    await this.driver.setFiles(element, files);
  }

  /** Resolves once such an element is shown. */
  async sees(...steps: readonly Step[]): Promise<void> {
    await this.seesAll(1, ...steps);
  }

  /** Resolves once at least a number of such elements are shown. */
  async seesAll(count: number, ...steps: readonly Step[]): Promise<void> {
    await this.#until(
      `${describe(steps)} is shown`,
      async () => (await this.#read<string>(TEXTS, { steps })).length >= count,
    );
  }

  /** Resolves once a slider has passed a value. */
  async slidesBeyond(value: number, ...steps: readonly Step[]): Promise<void> {
    await this.#until(`${describe(steps)} is beyond ${value}`, async () =>
      (await this.#read<number>(SLIDES, { steps })).some((at) => at > value),
    );
  }

  /** Resolves with the first group of the pattern once the address has it. */
  async address(pattern: RegExp): Promise<string> {
    let found: string | undefined;
    await this.#until(`the address has ${pattern.source}`, async () => {
      found = pattern.exec(String(await this.driver.evaluate('() => location.href', null)))?.[1];
      return found !== undefined;
    });
    return found ?? '';
  }

  /** Resolves with the bytes of a complete download. */
  async downloaded(ending: string): Promise<Buffer> {
    const { downloads } = this.driver;
    const files = (): string[] => fs.readdirSync(downloads);
    await this.#until(`a download ends in ${ending}`, async () => {
      const done = files().filter((file) => file.endsWith(ending));
      const [first] = done;
      // Both browsers write beside it and rename; Firefox puts an empty placeholder there.
      return (
        files().length === done.length &&
        first !== undefined &&
        fs.statSync(path.join(downloads, first)).size > 0
      );
    });
    const file = path.join(downloads, files()[0] ?? '');
    const bytes = fs.readFileSync(file);
    fs.rmSync(file);
    return bytes;
  }

  async #read<Value>(source: string, search: Search): Promise<Value[]> {
    return (await this.driver.evaluate(source, search)) as Value[];
  }

  /** Errors in the meantime (a replaced element, a left page) are reported only at the timeout. */
  async #until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + LIMIT_MS;
    let cause: unknown;
    for (;;) {
      try {
        if (await isSo()) return;
      } catch (error) {
        cause = error;
      }
      if (performance.now() > deadline)
        throw new Error(`After ${LIMIT_MS / 1000} s it is not so that ${what}`, { cause });
      await wait(INTERVAL_MS);
    }
  }
}

const describe = (steps: readonly Step[]): string =>
  steps.map((step) => JSON.stringify(step).replaceAll('"', '')).join(' in it ');
