import fs from 'node:fs';
import path from 'node:path';
import { startServer, type ServerProcess } from '../api/server-process.ts';

/** How many server processes stand behind the proxy. */
export const NODES = 3;

/** One of the server processes, on its own data folder and ports. */
export class Node {
  readonly port: number;
  readonly dataDir: string;
  readonly #env: Readonly<Record<string, string>>;
  #server: ServerProcess | undefined;
  /** The folder of the release that the next start runs; undefined: this one's. */
  release: string | undefined;

  constructor(port: number, dataDir: string, env: Readonly<Record<string, string>>, release?: string) {
    this.port = port;
    this.release = release;
    this.dataDir = dataDir;
    this.#env = {
      ...env,
      PORT: String(port),
      DATA_DIR: dataDir,
      METRICS_LISTEN: `127.0.0.1:${port + 3}`,
    };
  }

  /** The settings of a command beside it. */
  get env(): Readonly<Record<string, string>> {
    return this.#env;
  }

  async start(): Promise<void> {
    this.#server = this.#launch();
    await this.#server.ready();
  }

  /** Starts it and returns its last line once it has ended with 1, as a start that is refused does. */
  async refusal(): Promise<string> {
    const server = this.#launch();
    this.#server = server;
    const code = await server.exit();
    if (code !== 1) throw new Error(`it ended with ${code}: ${server.output()}`);
    return server.output().trim().split('\n').at(-1) ?? '';
  }

  #launch(): ServerProcess {
    return startServer(this.#env, { release: this.release });
  }

  /** What the process that was started last has printed. */
  output(): string {
    return this.#server?.output() ?? '';
  }

  /** Takes the secrets of another one, as docs/operating.md#several-processes says. */
  takeSecretsOf(other: Node): void {
    fs.mkdirSync(this.dataDir, { recursive: true });
    const name = 'secrets.json';
    fs.copyFileSync(path.join(other.dataDir, name), path.join(this.dataDir, name));
  }

  async stop(signal?: NodeJS.Signals): Promise<void> {
    await this.#server?.stop(signal);
  }

  /** How often it has run the jobs of a queue to their end. */
  runsOf(queue: string): Promise<number> {
    return this.#count(`talkback_job_duration_seconds_count{queue="${queue}",outcome="completed"} `);
  }

  /** How many requests it has answered. */
  requests(): Promise<number> {
    return this.#count('talkback_http_request_duration_seconds_count{');
  }

  /** The sum of the metrics whose lines begin so. */
  async #count(name: string): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${this.port + 3}/metrics`)).text();
    const lines = text.split('\n').filter((line) => line.startsWith(name));
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }

  /** Names of the mails that it has written. */
  outbox(): string[] {
    const folder = path.join(this.dataDir, 'outbox');
    return fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
  }
}
