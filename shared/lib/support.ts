/** Subject of a mail to the support, from the browser or the studio. */
export function supportSubject(author: string, sessionId?: number): string {
  const about = sessionId === undefined ? 'my account' : `session #${sessionId}`;
  return `Help with ${about} (${author})`;
}
