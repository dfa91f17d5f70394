/** What the order depends on. */
interface Upload {
  readonly id: string;
  readonly owner: string;
  readonly status: 'sending' | 'checking' | 'failed';
}

/**
 * The upload that becomes a sample next: the first of its owner, since samples stand in the order in which their files were
 * chosen. `arrived`: whose bytes have arrived. Failed ones hold nobody up.
 */
export function nextToFinish(uploads: readonly Upload[], arrived: ReadonlySet<string>): string | null {
  const owners = new Set(uploads.map(({ owner }) => owner));
  for (const owner of owners) {
    const first = uploads.find((upload) => upload.owner === owner && upload.status !== 'failed');
    if (first?.status === 'sending' && arrived.has(first.id)) return first.id;
  }
  return null;
}
