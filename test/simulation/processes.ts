import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { ArgsOf, Endpoint } from '#shared/lib/endpoint.ts';
import { testApp, type Answer, type TestApp, type TestOptions } from '../api/app.ts';
import type { TestPerson } from '../api/people.ts';
import { pick } from '../storm/random.ts';
import { crashDatabase } from './crash.ts';
import { Line } from './line.ts';

/** How many messages a process sends to the database at most before it is killed. */
const KILLED_WITHIN = 14;
/** Calls come without sockets here, so a process is given a moment in which it reads that its connections have ended. */
async function nextRead(): Promise<void> {
  await wait(5);
  // A timer that is late comes before what can be read.
  await nextTurn();
}

/** A call's endpoint, what it sends, and who makes it. */
type CallOf<E extends Endpoint> = [
  endpoint: E,
  args: ArgsOf<E> & { readonly headers?: Record<string, string> },
  as: TestPerson | null,
];

/** A server process of the simulation, with a line of its own to the database. */
interface Running {
  readonly app: TestApp;
  readonly line: Line;
}

/** No answer came: the process ended during the call. */
export const LOST = Symbol('lost');

/**
 * Server processes on one database and one folder of files. A kill is what it looks like from outside: nothing of the
 * process reaches the database any more, its connections end, and its callers get no answer.
 */
export class Processes {
  readonly #url: string;
  readonly #options: TestOptions;
  readonly #start: string;
  readonly #random: () => number;
  readonly #running: Running[] = [];
  readonly #ending: Promise<unknown>[] = [];
  /** Faults of calls that are under way. */
  readonly #faults = new Set<Promise<unknown>>();

  private constructor(
    url: string,
    { start, random, options }: { start: string; random: () => number; options: TestOptions },
  ) {
    this.#url = url;
    this.#start = start;
    this.#random = random;
    this.#options = options;
  }

  static async start(
    url: string,
    count: number,
    more: { start: string; random: () => number; options: TestOptions },
  ): Promise<Processes> {
    const processes = new Processes(url, more);
    for (let nr = 0; nr < count; nr += 1) await processes.#add();
    return processes;
  }

  async #add(): Promise<void> {
    const line = new Line(this.#url, await mkdtemp(path.join(tmpdir(), 'talkback-line-')));
    await line.mend();
    const app = await testApp(this.#start, { ...this.#options, url: line.url });
    this.#running.push({ app, line });
  }

  /** One of them. */
  any(): TestApp {
    return pick(this.#random, this.#running).app;
  }

  /** All of them. */
  all(): readonly TestApp[] {
    return this.#running.map(({ app }) => app);
  }

  /** Waits until no process is killed or cut off: another call may have met what was meant for one beside it. */
  async whole(): Promise<void> {
    await Promise.allSettled(this.#faults);
  }

  /** One after the other: two could not tell which of them a line is mended after. */
  async #fault<T>(make: () => Promise<T>): Promise<T> {
    while (this.#faults.size > 0) await this.whole();
    const call = make();
    this.#faults.add(call);
    try {
      return await call;
    } finally {
      this.#faults.delete(call);
    }
  }

  /** Makes a call and kills its process somewhere in it; another one has started when this returns. */
  callAndKill<E extends Endpoint>(...call: CallOf<E>): Promise<Answer<E> | typeof LOST> {
    return this.#fault(() => this.#callAndKill(...call));
  }

  async #callAndKill<E extends Endpoint>(
    ...[endpoint, args, as]: CallOf<E>
  ): Promise<Answer<E> | typeof LOST> {
    const killed = pick(this.#random, this.#running);
    const frozen = killed.line.freezeAfter(Math.floor(this.#random() * KILLED_WITHIN));
    const first: Answer<E> | typeof LOST = await Promise.race([
      killed.app.call(endpoint, args, as).catch((): typeof LOST => LOST),
      frozen.then((): typeof LOST => LOST),
    ]);
    await this.#end(killed);
    await this.#add();
    return first;
  }

  /** Makes a call and cuts its process off the database somewhere in it; the line is mended when this returns. */
  callAndCut<E extends Endpoint>(...call: CallOf<E>): Promise<Answer<E>> {
    return this.#fault(() => this.#callAndCut(...call));
  }

  async #callAndCut<E extends Endpoint>(...call: CallOf<E>): Promise<Answer<E>> {
    const { line, answer } = await this.#callAndFreeze(...call);
    const ended = line.ended();
    await line.cut();
    line.thaw();
    await ended;
    await line.mend();
    await nextRead();
    return answer;
  }

  /** Makes a call and kills the database somewhere in it; it has recovered when this returns. */
  callAndCrash<E extends Endpoint>(...call: CallOf<E>): Promise<Answer<E>> {
    return this.#fault(() => this.#callAndCrash(...call));
  }

  async #callAndCrash<E extends Endpoint>(...call: CallOf<E>): Promise<Answer<E>> {
    const { line, answer } = await this.#callAndFreeze(...call);
    const ended = Promise.all(this.#running.map((one) => one.line.ended()));
    await crashDatabase(this.#url);
    line.thaw();
    await ended;
    await nextRead();
    return answer;
  }

  /** Makes a call and freezes the line of its process somewhere in it, unless it is answered before. */
  async #callAndFreeze<E extends Endpoint>(...[endpoint, args, as]: CallOf<E>) {
    const { app, line } = pick(this.#random, this.#running);
    const frozen = line.freezeAfter(Math.floor(this.#random() * KILLED_WITHIN));
    const answer = app.call(endpoint, args, as);
    await Promise.race([answer.catch(() => {}), frozen]);
    return { line, answer };
  }

  async #end(process: Running): Promise<void> {
    this.#running.splice(this.#running.indexOf(process), 1);
    await process.line.cut();
    this.#ending.push(process.app.close().catch(() => {}));
  }

  async close(): Promise<void> {
    for (const process of this.#running) await process.app.close();
    await Promise.all(this.#ending);
    for (const { line } of this.#running) await line.cut();
  }
}
