import { finished, Readable } from 'node:stream';
import { StorageUnavailable } from '../../ctx/storage.ts';

/** How a body is watched. */
interface BodyOptions {
  /** It fails when no piece comes for so many milliseconds although its reader is ready for more. */
  readonly idle: number;
  /** Opens it once more after so many bytes, when its connection broke; null where that cannot be. */
  readonly reopen: ((passed: number) => Promise<Readable>) | null;
}

/**
 * The same pieces (docs/product/storage.md#time-limits). A connection that breaks or falls silent is replaced by another
 * one for the rest, as long as each brings bytes.
 */
export class Body extends Readable {
  readonly #options: BodyOptions;
  readonly #timer: NodeJS.Timeout;
  #source: Readable;
  #passed = 0;
  #passedBefore = -1;

  constructor(source: Readable, options: BodyOptions) {
    // Pieces are counted and never joined, which would copy them.
    super({ objectMode: true, highWaterMark: 2 });
    this.#options = options;
    this.#source = source;
    this.#timer = setTimeout(() => this.#onSilence(), options.idle);
    this.#read(source);
  }

  override _read(): void {
    this.#source.resume();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearTimeout(this.#timer);
    this.#source.destroy();
    done(error);
  }

  #read(source: Readable): void {
    this.#source = source;
    source.on('data', (piece: Buffer) => {
      this.#timer.refresh();
      this.#passed += piece.length;
      if (!this.push(piece)) source.pause();
    });
    finished(source, { writable: false }, (error) => {
      if (this.destroyed) return;
      if (error) void this.#replace(error);
      else this.push(null);
    });
  }

  #onSilence(): void {
    if (this.readableLength > 0) this.#timer.refresh();
    else this.#source.destroy(new StorageUnavailable(new Error('no bytes came')));
  }

  async #replace(error: Error): Promise<void> {
    const { reopen } = this.#options;
    if (reopen === null || this.#passed === this.#passedBefore) return void this.destroy(error);
    this.#passedBefore = this.#passed;
    try {
      const source = await reopen(this.#passed);
      if (this.destroyed) return void source.destroy();
      this.#timer.refresh();
      this.#read(source);
    } catch (again) {
      this.destroy(again instanceof Error ? again : error);
    }
  }
}
