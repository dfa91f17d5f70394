import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { withSecretFiles } from '#server/start/secret-files.ts';
import { CommandError, UsageError } from './command.ts';

/** Shorter ones are found by trying. */
const LEAST = 12;

/** The passphrase of a backup: BACKUP_PASSPHRASE or its file, else asked for on the terminal, twice for a new backup. */
export async function readPassphrase(kind: 'new' | 'known'): Promise<string> {
  const given = withSecretFiles(process.env, ['BACKUP_PASSPHRASE'])['BACKUP_PASSPHRASE'] ?? '';
  const read = given !== '' ? given : await ask(kind);
  if (kind === 'new' && read.length < LEAST)
    throw new UsageError(`The passphrase takes at least ${LEAST} characters.`);
  return read;
}

async function ask(kind: 'new' | 'known'): Promise<string> {
  if (!process.stdin.isTTY)
    throw new UsageError(
      "The studio's secrets are encrypted: set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE.",
    );
  const first = await askHidden('Passphrase of the backup: ');
  if (kind === 'new' && (await askHidden('Once more: ')) !== first)
    throw new CommandError('These were two different passphrases.');
  return first;
}

/** What is typed is not shown. */
async function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
