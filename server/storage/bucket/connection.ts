import type { OnReadOpts, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { BufferPool } from '../../lib/buffer-pool.ts';
import { readHead, type Head } from './head.ts';

/** One piece at most; a larger one leaves the processor's cache before it is sent (docs/performance.md). */
const PIECE_BYTES = 256 * 1024;
/** So much is sent on at once; less, such as one record of TLS, waits for what comes with it. */
const ENOUGH_BYTES = 64 * 1024;
/** With less room than this a buffer is full. */
const LEAST_ROOM = 16 * 1024;

/** Those that wait for their next use are at most 4 MiB. */
const BUFFERS = new BufferPool(PIECE_BYTES, 16);
/** All connections read the beginning of an answer into this one: it is copied at once. */
const SCRATCH = Buffer.allocUnsafeSlow(LEAST_ROOM);

/** The answer to a GET. */
interface Answer extends Head {
  readonly body: Readable;
}

/**
 * A connection that reads bodies into buffers which are used again: Node's HTTP client copies each piece into a new one,
 * and collecting those took longer than reading (docs/performance.md).
 */
export class Connection {
  readonly #socket: Socket;
  readonly #onFree: (connection: Connection) => void;
  #buffer: Buffer<ArrayBuffer> | null = null;
  /** What is in the buffer and was not sent on. */
  #start = 0;
  #end = 0;
  #asked: PromiseWithResolvers<Answer> | null = null;
  #body: Readable | null = null;
  #left = 0;
  #keepsAlive = false;
  #isFull = false;
  #willSend = false;
  #failure = new Error('storage ended the connection');

  /** `onFree` is told when it may be asked again. */
  constructor(connect: (onread: OnReadOpts) => Socket, onFree: (connection: Connection) => void) {
    this.#onFree = onFree;
    this.#socket = connect({
      buffer: () => this.#room(),
      callback: (length, bytes) => this.#onRead(length, bytes),
    });
    this.#socket
      .setNoDelay()
      .on('error', (error) => (this.#failure = error))
      .on('end', () => this.#socket.destroy())
      .once('close', () => this.#onClose());
  }

  /** Whether it may still be asked. */
  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  /**
   * Sends a request without a body and waits for the head of its answer; one at a time. Rejects when the connection
   * ends, or is ended because of an answer that has to be left to Node's parser.
   */
  ask(request: string): Promise<Answer> {
    this.#asked = Promise.withResolvers<Answer>();
    this.#socket.ref().resume().write(request, 'latin1');
    return this.#asked.promise;
  }

  /** Ends it; what is asked for or being read fails. */
  close(): void {
    this.#socket.destroy();
  }

  /** Where the next bytes go. */
  #room(): Buffer {
    if (this.#body === null) return SCRATCH;
    this.#buffer ??= BUFFERS.take();
    return this.#buffer.subarray(this.#end);
  }

  /** Returns whether to go on reading. */
  #onRead(length: number, bytes: Uint8Array): boolean {
    this.#buffer ??= BUFFERS.take();
    if (bytes.buffer === SCRATCH.buffer) this.#buffer.set(bytes.subarray(0, length), this.#end);
    this.#end += length;
    if (this.#body !== null) return this.#onBody(this.#body, length);
    return this.#asked === null ? this.#refuse() : this.#onHead(this.#asked);
  }

  #refuse(): boolean {
    this.close();
    return false;
  }

  #onHead(asked: PromiseWithResolvers<Answer>): boolean {
    const head = this.#buffer && readHead(this.#buffer.subarray(0, this.#end));
    if (head === 'partial' && this.#end <= PIECE_BYTES - SCRATCH.length) return true;
    if (head === null || typeof head === 'string') return this.#refuse();
    const { status, headers, headBytes, bodyBytes, keepsAlive } = head;
    this.#asked = null;
    this.#start = headBytes;
    this.#left = bodyBytes;
    this.#keepsAlive = keepsAlive;
    this.#isFull = false;
    // Pieces are counted and never joined, which would copy them.
    const body = new Readable({
      objectMode: true,
      highWaterMark: 2,
      read: () => this.#goOn(),
      destroy: (error, done) => {
        if (this.#body === body) this.close();
        done(error);
      },
    });
    this.#body = body;
    asked.resolve({ status, headers, body });
    return this.#onBody(body, this.#end - headBytes);
  }

  #onBody(body: Readable, length: number): boolean {
    this.#left -= length;
    if (this.#left < 0) return this.#refuse();
    if (this.#left === 0) this.#finish(body);
    else if (this.#end - this.#start >= ENOUGH_BYTES || this.#end > PIECE_BYTES - LEAST_ROOM)
      this.#send(body);
    else this.#sendSoon(body);
    return !this.#isFull;
  }

  #goOn(): void {
    this.#isFull = false;
    if (this.#body !== null) {
      this.#sendSoon(this.#body);
      this.#socket.resume();
    }
  }

  /** What came together goes together, but nobody waits for more. */
  #sendSoon(body: Readable): void {
    if (this.#willSend) return;
    this.#willSend = true;
    setImmediate(() => {
      this.#willSend = false;
      if (this.#body === body && !this.#isFull) this.#sendCopy(body);
    });
  }

  /** While a read may come into the rest of the buffer, its bytes go as a copy. */
  #sendCopy(body: Readable): void {
    const length = this.#end - this.#start;
    if (this.#buffer === null || length === 0) return;
    const copy = BUFFERS.take();
    this.#buffer.copy(copy, 0, this.#start, this.#end);
    this.#start = this.#end;
    this.#isFull = !body.push(copy.subarray(0, length));
  }

  /** Within a read, its reader alone has the buffer from now on: the next read gets another one. */
  #send(body: Readable): void {
    const piece = this.#buffer?.subarray(this.#start, this.#end);
    if (piece === undefined || piece.length === 0) return;
    this.#buffer = null;
    [this.#start, this.#end] = [0, 0];
    this.#isFull = !body.push(piece);
  }

  #finish(body: Readable): void {
    this.#send(body);
    [this.#start, this.#end] = [0, 0];
    this.#body = null;
    this.#isFull = false;
    body.push(null);
    if (!this.#keepsAlive) return this.close();
    this.#socket.unref();
    this.#onFree(this);
  }

  #onClose(): void {
    this.#asked?.reject(this.#failure);
    this.#body?.destroy(this.#failure);
    if (this.#buffer !== null) BUFFERS.giveBack(this.#buffer);
    this.#buffer = null;
  }
}
