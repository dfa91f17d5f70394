import { rm, symlink } from 'node:fs/promises';
import { Socket } from 'node:net';
import path from 'node:path';

const SOCKET = '.s.PGSQL.5432';
/** Lines by the path of their socket. */
const lines = new Map<string, Line>();

type Method = (...args: unknown[]) => unknown;
const methodOf = (of: object, name: string): Method => Reflect.get(of, name) as Method;

const connect = methodOf(Socket.prototype, 'connect');
// What connects in this process is held where it writes: a proxy would read and write each byte once more.
Reflect.set(Socket.prototype, 'connect', function connectTo(this: Socket, ...args: unknown[]) {
  if (typeof args[0] === 'string') lines.get(args[0])?.join(this);
  return connect.apply(this, args);
});

/** The way of one process to the database, which can be cut, mended and frozen. */
export class Line {
  readonly #database: URL;
  readonly #folder: string;
  readonly #open = new Set<Socket>();
  readonly #held: (() => void)[] = [];
  #isFrozen = false;
  #counted: { left: number; frozen: () => void } | null = null;

  /** By a socket in an empty folder, to a database on a socket. */
  constructor(databaseUrl: string, folder: string) {
    this.#database = new URL(databaseUrl);
    this.#folder = folder;
  }

  get #socket(): string {
    return path.join(this.#folder, SOCKET);
  }

  /** The database's address by this line. */
  get url(): string {
    const url = new URL(this.#database.href);
    url.search = '';
    url.searchParams.set('host', this.#folder);
    url.port = '5432';
    return url.href;
  }

  /** Lets connections be made. */
  async mend(): Promise<void> {
    const folder = this.#database.searchParams.get('host');
    if (folder === null) throw new Error('a database without a socket');
    await symlink(path.join(folder, `.s.PGSQL.${this.#database.port || 5432}`), this.#socket);
    lines.set(this.#socket, this);
  }

  /** Ends all connections and lets none be made. */
  async cut(): Promise<void> {
    lines.delete(this.#socket);
    await rm(this.#socket, { force: true });
    for (const socket of this.#open) socket.destroy();
    this.#held.length = 0;
  }

  /** Freezes once so many more messages have gone to the database; resolves then. */
  freezeAfter(messages: number): Promise<void> {
    return new Promise((frozen) => {
      this.#counted = { left: messages, frozen };
    });
  }

  /** Resumes; what was held passes in order. */
  thaw(): void {
    this.#isFrozen = false;
    this.#counted = null;
    for (const socket of this.#open) socket.resume();
    for (const pass of this.#held.splice(0)) pass();
  }

  /** Waits until the connections that are open now have ended, and their owner knows it. */
  async ended(): Promise<void> {
    const closing = [...this.#open].map((socket) => new Promise((closed) => socket.once('close', closed)));
    await Promise.all(closing);
  }

  #freeze(): void {
    this.#isFrozen = true;
    for (const socket of this.#open) socket.pause();
  }

  /** Takes a connection that is being made. */
  join(socket: Socket): void {
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    if (this.#isFrozen) socket.pause();
    // What a socket writes with, one chunk or several.
    for (const name of ['_write', '_writev']) {
      const write = methodOf(socket, name);
      Reflect.set(socket, name, (...args: unknown[]) => this.#pass(() => write.apply(socket, args)));
    }
  }

  #pass(send: () => void): void {
    if (this.#counted !== null && (this.#counted.left -= 1) < 0) {
      this.#freeze();
      this.#counted.frozen();
    }
    if (this.#isFrozen) this.#held.push(send);
    else send();
  }
}
