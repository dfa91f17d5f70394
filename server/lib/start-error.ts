/** Why the server cannot start; the message is one printable line. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The error code of Node or PostgreSQL, or an empty string. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** The first line of an error's message. */
export function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message || errorCode(error) : String(error);
  return message.split('\n')[0] ?? '';
}
