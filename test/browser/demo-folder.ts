import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Tells the workers which studio to copy. */
export const DEMO_DATA_DIR = 'TALKBACK_E2E_DEMO';

/** A folder below the temporary one that the database's own user can pass through. */
export function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'talkback-e2e-'));
  fs.chmodSync(folder, 0o711);
  return folder;
}
