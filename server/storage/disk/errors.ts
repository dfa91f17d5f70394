/** A refusal in S3's own terms: the status and the code of its XML answer. */
export class StoreError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string = code) {
    super(message);
    this.name = 'StoreError';
    this.status = status;
    this.code = code;
  }
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Whatever went wrong as an answer: a full disk is 507 (security 13), anything unknown 500 without its inside. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  if (FULL.has(codeOf(error))) return new StoreError(507, 'InsufficientStorage', 'The disk is full');
  return new StoreError(500, 'InternalError', 'Storage failed');
}

/** The operating system's code of a failed file call, or ''. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
