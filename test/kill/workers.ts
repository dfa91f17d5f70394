/** Workers that pause together, each between two of its calls. Paused at first. */
export class Workers {
  readonly #running: Promise<void>[] = [];
  #gate = Promise.withResolvers<void>();
  #waiting = 0;
  #ended = false;
  /** Why a worker failed; undefined while none has. */
  failure: Error | undefined;

  /** Waits while paused; false at the end. */
  readonly mayContinue = async (): Promise<boolean> => {
    this.#waiting += 1;
    try {
      await this.#gate.promise;
      return !this.#ended;
    } finally {
      this.#waiting -= 1;
    }
  };

  add(...workers: readonly Promise<void>[]): void {
    this.#running.push(...workers);
    for (const worker of workers)
      worker.catch((error: unknown) => {
        this.failure ??= error instanceof Error ? error : new Error(String(error));
      });
  }

  resume(): void {
    this.#gate.resolve();
  }

  /** Pauses each at its next `mayContinue`. */
  pause(): void {
    this.#gate = Promise.withResolvers();
  }

  /** Whether no call is in flight. */
  areIdle(): boolean {
    return this.#waiting === this.#running.length;
  }

  async end(): Promise<void> {
    this.#ended = true;
    this.#gate.resolve();
    await Promise.allSettled(this.#running);
  }
}
