/** Why the server cannot start: one line, fit to be printed as it is. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The error code of Node or PostgreSQL, or an empty string. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** The first line of what went wrong. */
export function lineOf(error: unknown): string {
  const message = error instanceof Error ? error.message || codeOf(error) : String(error);
  return message.split('\n')[0] ?? '';
}
