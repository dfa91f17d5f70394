/** Why a backup or a restore failed; the message is printable. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
