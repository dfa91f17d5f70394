const pools = new WeakMap<ArrayBufferLike, BufferPool>();

/** Buffers of one size that are used again: neither the allocator nor garbage collection has work with each. */
export class BufferPool {
  readonly #free: Buffer<ArrayBuffer>[] = [];
  readonly #bytes: number;
  readonly #kept: number;

  /** Buffers of `bytes` each; no more than `kept` wait for their next use. */
  constructor(bytes: number, kept: number) {
    this.#bytes = bytes;
    this.#kept = kept;
  }

  /** A buffer with any bytes in it. Whoever forgets to give it back leaves it to garbage collection. */
  take(): Buffer<ArrayBuffer> {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    const made = Buffer.allocUnsafeSlow(this.#bytes);
    pools.set(made.buffer, this);
    return made;
  }

  /** Takes back the buffer of a piece, of which nobody holds any part. Giving it back twice in a row does no harm. */
  giveBack({ buffer }: Buffer<ArrayBuffer>): void {
    if (this.#free.length < this.#kept && !this.#free.some((one) => one.buffer === buffer))
      this.#free.push(Buffer.from(buffer));
  }
}

/** The pool that a piece's buffer is from; undefined for any other. */
export const poolOf = ({ buffer }: Buffer): BufferPool | undefined => pools.get(buffer);
