/** Thrown to a call that found no connection in time; `begun` when it had one before, so that something may be done. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy';
  readonly begun: boolean;
  constructor(reason: string, begun: boolean) {
    super(reason);
    this.begun = begun;
  }
}

/** What a caller's answer is sent to. */
export interface Receiver {
  readonly destroyed: boolean;
  once(event: 'close', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
}

/** Who asks for a connection. */
export interface Caller {
  /** Only reads, and so may use the connections that are kept for reads. */
  readonly reads: boolean;
  /** Had a connection before; goes before those who had none, so that what was begun comes to its end. */
  readonly begun: boolean;
  /** When it closes, a caller who has begun nothing waits no more; what was begun is brought to its end. */
  readonly receiver?: Receiver | undefined;
}

/** How long calls wait for a connection, and how many reads and how many changes may wait for their first one. */
export interface QueueLimits {
  readonly length: number;
  readonly waitMs: number;
}

interface Waiting {
  readonly since: number;
  readonly enter: () => void;
  readonly refuse: (error: Error) => void;
}

/**
 * Hands out a number of connections in order of arrival, some of them to reads alone. Who would wait too long is told
 * so at once or in time (docs/decisions/0085-wait-in-a-bounded-queue.md).
 */
export class ConnectionQueue {
  readonly #connections: number;
  readonly #limits: QueueLimits;
  /** What reads may still take, and what changes may. */
  readonly #free: { reads: number; changes: number };
  readonly #lines = { begunReads: [], begunChanges: [], newReads: [], newChanges: [] } as Record<
    'begunReads' | 'begunChanges' | 'newReads' | 'newChanges',
    Waiting[]
  >;
  #arrivals = 0;

  constructor(connections: number, keptForReads: number, limits: QueueLimits) {
    this.#connections = connections;
    this.#limits = limits;
    this.#free = { reads: connections, changes: connections - keptForReads };
  }

  /** How many connections are handed out. */
  get inUse(): number {
    return this.#connections - this.#free.reads;
  }

  /** How many wait. */
  get waiting(): number {
    return Object.values(this.#lines).reduce((sum, line) => sum + line.length, 0);
  }

  /** Resolves when the caller may use a connection, with what gives it back. Throws DatabaseBusy. */
  async enter(caller: Caller): Promise<() => void> {
    if (!this.#isFree(caller.reads)) await this.#wait(caller);
    else this.#take(caller.reads, 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#take(caller.reads, -1);
      this.#letIn();
    };
  }

  /** Ends the wait of all. */
  refuseAll(error: Error): void {
    for (const line of Object.values(this.#lines)) for (const waiting of line.slice()) waiting.refuse(error);
  }

  #isFree(reads: boolean): boolean {
    return this.#free.reads > 0 && (reads || this.#free.changes > 0);
  }

  #take(reads: boolean, count: 1 | -1): void {
    this.#free.reads -= count;
    if (!reads) this.#free.changes -= count;
  }

  #wait({ reads, begun, ...caller }: Caller): Promise<void> {
    const receiver = begun ? undefined : caller.receiver;
    const line = this.#lines[`${begun ? 'begun' : 'new'}${reads ? 'Reads' : 'Changes'}`];
    if (receiver?.destroyed === true) return Promise.reject(new DatabaseBusy('the caller has left', begun));
    // Each kind has the whole length, so that changes cannot fill the places of reads.
    if (!begun && line.length >= this.#limits.length)
      return Promise.reject(new DatabaseBusy('too many calls wait for a connection', begun));
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        receiver?.off('close', onClose);
      };
      const waiting: Waiting = {
        since: (this.#arrivals += 1),
        enter: () => {
          end();
          this.#take(reads, 1);
          resolve();
        },
        refuse: (error) => {
          end();
          line.splice(line.indexOf(waiting), 1);
          reject(error);
        },
      };
      const giveUp = (reason: string): void => waiting.refuse(new DatabaseBusy(reason, begun));
      const onClose = (): void => giveUp('the caller has left');
      const timer = setTimeout(() => giveUp('no connection was free in time'), this.#limits.waitMs);
      receiver?.once('close', onClose);
      line.push(waiting);
    });
  }

  #letIn(): void {
    const { begunReads, begunChanges, newReads, newChanges } = this.#lines;
    for (const [reads, changes] of [
      [begunReads, begunChanges],
      [newReads, newChanges],
    ] as const) {
      const [read] = this.#isFree(true) ? reads : [];
      const [change] = this.#isFree(false) ? changes : [];
      const first = (read?.since ?? Infinity) < (change?.since ?? Infinity) ? reads : changes;
      if (read !== undefined || change !== undefined) return first.shift()?.enter();
    }
  }
}
