import type { UploadMemory } from './ports.ts';

const keyOf = (personId: string): string => `talkback.uploads.${personId}`;

/** Stores in this browser which sessions a person has uploads of; failures to store are ignored. */
export function createUploadMemory(
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): UploadMemory {
  return {
    read(personId) {
      try {
        const ids: unknown = JSON.parse(storage().getItem(keyOf(personId)) ?? '[]');
        return Array.isArray(ids) ? ids.filter((id): id is number => Number.isInteger(id) && id > 0) : [];
      } catch {
        return [];
      }
    },
    write(personId, sessionIds) {
      try {
        if (sessionIds.length === 0) storage().removeItem(keyOf(personId));
        else storage().setItem(keyOf(personId), JSON.stringify(sessionIds));
      } catch {
        // Optional: the session's file list also offers unfinished uploads.
      }
    },
  };
}
