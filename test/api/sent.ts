import { Batch, type Sendable } from '#server/db/batch.ts';

/** The statements that a client's `query` was called with. */
export function sentBy([first, second]: readonly unknown[]): readonly Sendable[] {
  if (first instanceof Batch) return first.statements;
  const values = Array.isArray(second) ? (second as unknown[]) : [];
  if (typeof first === 'object' && first !== null && 'text' in first)
    return [{ text: String(first.text), values: 'values' in first ? (first.values as unknown[]) : values }];
  return [{ text: typeof first === 'string' ? first : '', values }];
}

/** Calls back when the first statement of a batch is answered; of what is no batch never. */
export function onFirstAnswer([first]: readonly unknown[], answered: () => void): void {
  const member = first instanceof Batch ? first.statements[0] : undefined;
  if (member === undefined) return;
  const { resolve, reject } = member;
  Object.assign(member, {
    resolve: (...answer: Parameters<typeof resolve>) => {
      answered();
      resolve(...answer);
    },
    reject: (error: unknown) => {
      answered();
      reject(error);
    },
  });
}
