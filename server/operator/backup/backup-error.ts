/** Why there is no backup, or why it cannot be restored: lines fit to be printed. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
