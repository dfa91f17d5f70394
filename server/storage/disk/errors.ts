/** A refusal in S3's terms: the status and the code of its XML response. */
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

/** The response to any error: 507 for a full disk, 500 without details for unknown ones. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  if (FULL.has(codeOf(error))) return new StoreError(507, 'InsufficientStorage', 'The disk is full');
  return new StoreError(500, 'InternalError', 'Storage failed');
}

/** The operating system's code of a failed file call, or ''. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
