import { once } from 'node:events';
import http2 from 'node:http2';

/** What Chromium lets a server send before it has read it, of one answer and of all. */
const WINDOW = 6 * 2 ** 20;
const ALL_WINDOWS = 15 * 2 ** 20;

/** What came back. */
export interface Answer {
  readonly status: number;
  readonly headers: http2.IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A browser's calls to one origin over HTTP/2, with the cookie that it was given. */
export class Http2Browser {
  readonly #origin: string;
  readonly #port: number;
  #session: http2.ClientHttp2Session | undefined;
  /** What it was given last, as it is sent. */
  cookie: string;

  constructor(origin: string, cookie = '') {
    this.#origin = origin;
    this.cookie = cookie;
    this.#port = Number(new URL(origin).port);
  }

  /**
   * Sends a request; `body` is JSON, or bytes as they are. One that reached a connection which was closing goes out
   * again on a new one, as every browser does: nobody has read it (RFC 9113, 8.7).
   */
  async send(
    method: string,
    address: string,
    body?: object | Buffer,
    more: http2.OutgoingHttpHeaders = {},
  ): Promise<Answer> {
    try {
      return await this.#sendOnce(method, address, body, more);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes('NGHTTP2_REFUSED_STREAM')) throw error;
      return this.#sendOnce(method, address, body, more);
    }
  }

  async #sendOnce(
    method: string,
    address: string,
    body: object | Buffer | undefined,
    more: http2.OutgoingHttpHeaders,
  ): Promise<Answer> {
    const isBytes = Buffer.isBuffer(body);
    const stream = this.open(method, address, {
      origin: this.#origin,
      ...(body !== undefined && !isBytes && { 'content-type': 'application/json' }),
      ...(isBytes && { 'content-length': body.length }),
      ...more,
    });
    stream.end(isBytes ? body : body && JSON.stringify(body));
    const [headers] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders];
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const set = headers['set-cookie']?.[0];
    if (set !== undefined) this.cookie = set.split(';')[0] ?? '';
    return { status: Number(headers[':status']), headers, body: Buffer.concat(chunks) };
  }

  /** Sends JSON or nothing and reads JSON; anything but 200 throws. */
  async call<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await this.send(method, path, body);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.body.toString()}`);
    return JSON.parse(answer.body.toString()) as T;
  }

  /** Begins a request. The host of an absolute address counts, the place is this machine. */
  open(method: string, address: string, headers: http2.OutgoingHttpHeaders = {}): http2.ClientHttp2Stream {
    const url = new URL(address, this.#origin);
    return this.#connected(url.hostname).request({
      ':method': method,
      ':authority': url.host,
      ':path': url.pathname + url.search,
      ...(this.cookie !== '' && { cookie: this.cookie }),
      ...headers,
    });
  }

  /** The connection; a new one after one that was refused or ended. */
  #connected(servername: string): http2.ClientHttp2Session {
    if (this.#session === undefined || this.#session.closed || this.#session.destroyed) {
      // The test's certificate names localhost.
      const options = { rejectUnauthorized: false, servername, settings: { initialWindowSize: WINDOW } };
      const session = http2.connect(`https://127.0.0.1:${this.#port}`, options);
      session.once('connect', () => session.setLocalWindowSize(ALL_WINDOWS));
      this.#session = session;
      // Each request hears of the connection's error, too.
      this.#session.on('error', () => {});
    }
    return this.#session;
  }

  close(): void {
    this.#session?.destroy();
  }
}
