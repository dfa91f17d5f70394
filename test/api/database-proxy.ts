import { createConnection, createServer, type Server, type Socket } from 'node:net';

/** A proxy to a database that can be cut, restored and frozen. */
export class Line {
  readonly #database: URL;
  readonly #open = new Set<Socket>();
  readonly #held: (() => void)[] = [];
  #server: Server | undefined;
  #frozen = false;
  #losing = false;
  #port = 0;

  constructor(databaseUrl: string) {
    this.#database = new URL(databaseUrl);
  }

  /** The database's address through the proxy. */
  get url(): string {
    const url = this.#database;
    // A URL cannot have a user without a host, so both are set.
    return `postgres://${url.username}${url.password && `:${url.password}`}@127.0.0.1:${this.#port}${url.pathname}`;
  }

  async mend(): Promise<void> {
    const host = this.#database.searchParams.get('host');
    const port = Number(this.#database.port || 5432);
    const target =
      host === null ? { host: this.#database.hostname, port } : { path: `${host}/.s.PGSQL.${port}` };
    this.#server = createServer((near) => this.#join(near, createConnection(target)));
    await new Promise<void>((resolve) => this.#server?.listen(this.#port, '127.0.0.1', resolve));
    const address = this.#server.address();
    this.#port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    for (const end of this.#open) end.destroy();
    await closed;
  }

  /** Freezes both directions; connections are accepted and stay open. */
  freeze(): void {
    this.#frozen = true;
  }

  /** Resumes; held data passes in order. */
  thaw(): void {
    this.#frozen = false;
    for (const pass of this.#held.splice(0)) pass();
  }

  /** The next COMMIT reaches the database; its response and the rest of that connection are lost. */
  loseNextCommitAnswer(): void {
    this.#losing = true;
  }

  #join(near: Socket, far: Socket): void {
    let lost = false;
    const pass = (to: Socket, bytes: Buffer): void => {
      if (this.#frozen) this.#held.push(() => to.write(bytes));
      else to.write(bytes);
    };
    near.on('data', (bytes: Buffer) => {
      if (this.#losing && bytes.includes('commit')) {
        this.#losing = false;
        lost = true;
      }
      pass(far, bytes);
    });
    far.on('data', (bytes: Buffer) => {
      if (!lost) pass(near, bytes);
    });
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#open.add(end);
      end.on('error', () => {});
      end.on('close', () => {
        this.#open.delete(end);
        other.destroy();
      });
    }
  }
}
