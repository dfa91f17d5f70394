import type { Readable } from 'node:stream';
import type { ByteRange } from '../../lib/range.ts';
import type { ZipEntry } from './layout.ts';

/**
 * So much of a file is left to read when the next one is opened: an S3 answers meanwhile, and no connection waits
 * for a slow receiver longer than this takes.
 */
const AHEAD_BYTES = 1024 * 1024;

/** A range of one file of an archive. */
export interface Wanted {
  readonly index: number;
  readonly entry: ZipEntry;
  readonly range: ByteRange;
}

/** The files that one archive has open: the one that is sent, and the next one shortly before its turn. */
export class Reads {
  readonly #open = new Set<Readable>();
  #ahead: { readonly index: number; readonly source: Promise<Readable> } | null = null;
  #isClosed = false;

  /** Opens the next file once no more than a little of the current one is left. */
  openAhead(next: Wanted, left: number): void {
    if (left <= AHEAD_BYTES && this.#ahead === null)
      this.#ahead = { index: next.index, source: this.#openFile(next) };
  }

  /** A file's pieces; closes it in the end. */
  async *bytesOf(wanted: Wanted): AsyncGenerator<Buffer> {
    const source = this.#ahead?.index === wanted.index ? this.#ahead.source : this.#openFile(wanted);
    this.#ahead = null;
    yield* (await source) as AsyncIterable<Buffer>;
  }

  /** Closes what is open, and what storage has yet to answer as soon as it does. */
  close(): void {
    this.#isClosed = true;
    for (const source of this.#open) source.destroy();
  }

  #openFile({ entry, range }: Wanted): Promise<Readable> {
    const opened = (async () => {
      if (this.#isClosed) throw new Error('The archive was ended');
      const source = await entry.open(range);
      this.#open.add(source);
      source.once('close', () => this.#open.delete(source));
      // Its reader is told of a failure; before it has one, nobody is.
      source.on('error', () => {});
      if (this.#isClosed) source.destroy();
      return source;
    })();
    opened.catch(() => {});
    return opened;
  }
}
