/** A request that was answered. */
export interface AnsweredRequest {
  readonly method: string;
  /** Its route with placeholders; null for an address without one. */
  readonly route: string | null;
  readonly status: number;
  readonly seconds: number;
}

/** A job or event handler that ended. */
export interface EndedJob {
  readonly queue: string;
  readonly seconds: number;
  readonly failed: boolean;
}

/** Is told what this process does, to count it. */
export interface Observer {
  answered(request: AnsweredRequest): void;
  ended(job: EndedJob): void;
}
