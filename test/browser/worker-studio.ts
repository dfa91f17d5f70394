import fs from 'node:fs';
import path from 'node:path';
import type { Front } from '#shared/lib/wire.ts';
import { copyDataFolder } from '../api/data-folder.ts';
import { PASSWORD } from '../made-demo.ts';
import { DEMO_DATA_DIR, temporaryFolder } from './demo-folder.ts';
import { setUpApp } from './second-factor.ts';
import { isTimeHeld, restoreSnapshot } from './snapshot.ts';
import { startTalkback, type Talkback } from './start-talkback.ts';

/** A login session's cookie, and the front on which it is valid. */
export interface LoginCookie {
  readonly front: Front;
  readonly name: string;
  readonly value: string;
}

/** A worker's studio: a server on its own copy of the demo. */
export class WorkerStudio {
  readonly #folder = temporaryFolder();
  readonly #cookies = new Map<string, Promise<LoginCookie>>();
  readonly #dataDir = path.join(this.#folder, 'studio');
  #server: Talkback | undefined;
  /** When the server was started. */
  #startedAt = new Date();
  #offsetMs = 0;
  #isChanged = false;
  #mayHoldTime = false;

  /** The running server; call `open` first. */
  get server(): Talkback {
    if (this.#server === undefined) throw new Error('The server is not running');
    return this.#server;
  }

  /** The link to the stored mails, as the server printed it. */
  outboxLink(): string {
    return /http\S+\/dev\/outbox\?token=\S+/.exec(this.server.output())?.[0] ?? '';
  }

  /** The server's data folder with its outbox. */
  get dataDir(): string {
    return this.#dataDir;
  }

  /** The server's clock offset in milliseconds. */
  get offsetMs(): number {
    return this.#offsetMs;
  }

  /**
   * Starts the server on a copy of the demo; later makes it as it was: on request, or when a test moved its clock or left
   * a time held, with which its person's next booking panel would open.
   */
  async start(fresh: boolean): Promise<void> {
    if (this.#server === undefined) {
      copyDataFolder(demoFolder(), this.#dataDir);
      this.#startedAt = new Date();
      this.#server = await startTalkback(this.#dataDir);
    } else if (fresh || this.#isChanged || this.#offsetMs !== 0 || (await this.#isTimeHeld()))
      await this.#reset();
  }

  /** Has the next test start with a fresh studio: this one changes what others rely on. */
  resetAfterwards(): void {
    this.#isChanged = true;
  }

  /** A test has asked to hold a time. */
  mayHoldTime(): void {
    this.#mayHoldTime = true;
  }

  /** Kills the server. */
  async kill(): Promise<void> {
    await this.server.stop('SIGKILL');
  }

  /** Restarts it on its data, ports and clock: an open window must not hear the machine's time in between. */
  async restart(): Promise<void> {
    const was = { port: portOf(this.server), offsetMs: this.#offsetMs };
    this.#startedAt = new Date();
    this.#server = await startTalkback(this.#dataDir, was);
  }

  /** Moves the server's clock forward from where it is now. */
  async moveClock(ms: number): Promise<void> {
    this.#offsetMs += ms;
    await this.server.moveClock(this.#offsetMs);
  }

  /** The last failures that the server logged. */
  loggedErrors(): readonly string[] {
    const lines = this.server.output().split('\n');
    return lines.filter((line) => /"level":"?(50|60|error|fatal)/.test(line)).slice(-3);
  }

  /** Signs a demo person in over HTTP on their front; cached until a test ends that login session. */
  async signIn(email: string): Promise<LoginCookie> {
    const known = await this.#cookies.get(email);
    if (known !== undefined && (await this.#isSignedIn(known))) return known;
    const signedIn = this.#signIn(email);
    this.#cookies.set(email, signedIn);
    return signedIn;
  }

  async #isTimeHeld(): Promise<boolean> {
    const mayBe = this.#mayHoldTime;
    this.#mayHoldTime = false;
    return mayBe && isTimeHeld(this.#dataDir);
  }

  async #isSignedIn({ front, name, value }: LoginCookie): Promise<boolean> {
    const headers = { cookie: `${name}=${value}` };
    const answer = await fetch(`${this.server.origins[front]}/api/users/me`, { headers });
    return answer.status !== 401;
  }

  async close(): Promise<void> {
    await this.#server?.stop();
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }

  async #signIn(email: string): Promise<LoginCookie> {
    const front = frontOf(email);
    const answer = await fetch(`${this.server.origins[front]}/api/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user: { email, password: PASSWORD } }),
    });
    const entered =
      front === 'operator'
        ? await setUpApp(this.server.origins[front], firstCookie(answer), Date.now() + this.#offsetMs)
        : answer;
    const cookie = firstCookie(entered).split('=');
    if (cookie?.[0] === undefined || cookie[1] === undefined)
      throw new Error(`${email} could not sign in: ${answer.status} ${await answer.text()}`);
    return { front, name: cookie[0], value: cookie[1] };
  }

  /** The demo as it was made, without a restart: the server stays warm, and browsers have its scripts cached. */
  async #reset(): Promise<void> {
    this.#offsetMs = 0;
    this.#isChanged = false;
    await this.server.moveClock(0);
    await restoreSnapshot(this.#dataDir, this.#startedAt);
    // Files that a job deleted in the other time; new ones disturb nobody.
    const [demo, own] = [demoFolder(), this.#dataDir].map((folder) => path.join(folder, 'files')) as [
      string,
      string,
    ];
    fs.cpSync(demo, own, { recursive: true, force: false, preserveTimestamps: true });
    const outbox = path.join(this.#dataDir, 'outbox');
    if (fs.existsSync(outbox)) for (const mail of fs.readdirSync(outbox)) fs.rmSync(path.join(outbox, mail));
    this.#cookies.clear();
  }
}

/** The first cookie that a response sets to a value. */
const firstCookie = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((text) => text.split(';')[0] ?? '')
    .find((text) => !text.endsWith('=')) ?? '';

/** Where the demo was made. */
const demoFolder = (): string => process.env[DEMO_DATA_DIR] ?? '';

const portOf = ({ origins }: Talkback): number => Number(new URL(origins.studio).port);

/** The front of a demo person, by the name of their address. */
function frontOf(email: string): Front {
  if (email.startsWith('operator')) return 'operator';
  return email.startsWith('partner') ? 'partners' : 'studio';
}
