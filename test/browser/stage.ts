import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Front } from '../../shared/lib/wire.ts';
import { MADE, temporaryFolder } from './made-studio.ts';
import { startTalkback, type Talkback } from './start-talkback.ts';

/** The password of every demo sign-in (decisions 12). */
export const PASSWORD = 'talkback';

/** A login session's cookie, and the front on which it is valid. */
export interface LoginCookie {
  readonly front: Front;
  readonly name: string;
  readonly value: string;
}

/** A worker's own studio: a server on its own copy of the demo. */
export class Stage {
  readonly #folder = temporaryFolder();
  readonly #cookies = new Map<string, Promise<LoginCookie>>();
  #server: Talkback | undefined;
  #port: number | undefined;
  #dataDir = '';
  #copies = 0;
  #offsetMs = 0;

  /** The running server; call `open` first. */
  get server(): Talkback {
    if (this.#server === undefined) throw new Error('The stage is not open');
    return this.#server;
  }

  /** Where the server keeps its data, its outbox with them. */
  get dataDir(): string {
    return this.#dataDir;
  }

  /** How far the server's clock is ahead of the machine's, in milliseconds. */
  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** Starts the server; on a fresh copy of the demo when asked for one, or when a test moved the clock of the last. */
  async open(fresh: boolean): Promise<void> {
    if (this.#server !== undefined && !fresh && this.#offsetMs === 0) return;
    await this.#end();
    this.#copies += 1;
    this.#dataDir = path.join(this.#folder, String(this.#copies));
    copyFolder(process.env[MADE] ?? '', this.#dataDir);
    // Where it was, so that browsers have its scripts already.
    this.#server = await startTalkback(this.#dataDir, this.#port);
    this.#port = portOf(this.#server);
  }

  /** Takes the server away in the middle of whatever it does. */
  async cut(): Promise<void> {
    await this.server.stop('SIGKILL');
  }

  /** Brings it back on its data and its addresses. */
  async restore(): Promise<void> {
    this.#server = await startTalkback(this.#dataDir, portOf(this.server));
    if (this.#offsetMs !== 0) await this.server.moveClock(this.#offsetMs);
  }

  /** Moves the server's clock forward from where it is now. */
  async moveClock(ms: number): Promise<void> {
    this.#offsetMs += ms;
    await this.server.moveClock(this.#offsetMs);
  }

  /** What the server last logged as a failure of its own. */
  complaints(): readonly string[] {
    const lines = this.server.output().split('\n');
    return lines.filter((line) => /"level":"?(50|60|error|fatal)/.test(line)).slice(-3);
  }

  /** Signs a demo person in over HTTP, on their own front; once, then the same cookie again. */
  signIn(email: string): Promise<LoginCookie> {
    const known = this.#cookies.get(email) ?? this.#signIn(email);
    this.#cookies.set(email, known);
    return known;
  }

  async close(): Promise<void> {
    await this.#end();
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }

  async #signIn(email: string): Promise<LoginCookie> {
    const front = frontOf(email);
    const answer = await fetch(`${this.server.origins[front]}/api/users/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user: { email, password: PASSWORD } }),
    });
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0]?.split('=');
    if (cookie?.[0] === undefined || cookie[1] === undefined)
      throw new Error(`${email} could not sign in: ${answer.status} ${await answer.text()}`);
    return { front, name: cookie[0], value: cookie[1] };
  }

  async #end(): Promise<void> {
    await this.#server?.stop();
    this.#server = undefined;
    this.#cookies.clear();
    this.#offsetMs = 0;
    if (this.#copies > 0)
      fs.rmSync(path.join(this.#folder, String(this.#copies)), { recursive: true, force: true });
  }
}

const portOf = ({ origins }: Talkback): number => Number(new URL(origins.studio).port);

/** Where a demo person works, by the name of their address. */
function frontOf(email: string): Front {
  if (email.startsWith('operator')) return 'operator';
  return email.startsWith('partner') ? 'partners' : 'studio';
}

/** Copies with owners and modes, which PostgreSQL checks; Node's own copy keeps no owner. */
function copyFolder(from: string, to: string): void {
  if (process.platform === 'win32') fs.cpSync(from, to, { recursive: true });
  else execFileSync('cp', ['-a', from, to]);
  const elsewhere = path.join(to, 'postgres-is-in');
  if (fs.existsSync(elsewhere))
    throw new Error(
      `The database of ${from} lies outside it and cannot be copied. Set TMPDIR to a folder that every user can pass.`,
    );
}
