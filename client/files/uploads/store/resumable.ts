import type { OpenUpload } from '#shared/files/contract.ts';
import { isSameFile } from '#shared/files/rules.ts';
import { classifyFailure } from './failures.ts';
import { modifiedOf } from './item.ts';
import type { Backoff } from './backoff.ts';
import type { ReadyFile } from '../picked-files.ts';
import type { UploadPorts, UploadSession } from './ports.ts';

/** What the store provides. */
interface ResumableHooks {
  /** Keys and paths of a session's files that this page has sent or is sending. */
  known(sessionId: number): { readonly keys: ReadonlySet<string>; readonly paths: ReadonlySet<string> };
  /** A session has uploads that were begun before this page. */
  resumableFound(session: UploadSession): void;
  changed(): void;
}

/** A multipart upload to continue. */
type ResumableUpload = OpenUpload & { readonly uploadId: string };

/** The contract's maximum of keys in one call. */
const MAX_KEYS = 1000;

const pathOf = ({ prefix, filename }: OpenUpload): string => prefix + filename;

/**
 * Multipart uploads that an earlier page began: they continue with the same file, or are given up
 * (docs/product/files.md#unfinished-uploads).
 */
export function createResumableUploads(ports: UploadPorts, backoff: Backoff, hooks: ResumableHooks) {
  const left = new Map<number, readonly OpenUpload[]>();
  const ended = new Set<string>();
  const restoring = new Set<number>();
  let generation = 0;

  const isUnavailable = (error: unknown) => classifyFailure(ports.failure(error)) === 'away';
  /** Retries while the connection is away; null after a refusal, or when the person has changed. */
  const withRetries = async <T>(run: () => Promise<T>): Promise<T | null> => {
    const ownGeneration = generation;
    try {
      return await backoff.until(run, isUnavailable, () => ownGeneration !== generation);
    } catch {
      return null;
    }
  };

  async function giveUp(sessionId: number, keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    for (const key of keys) ended.add(key);
    remove(sessionId, keys);
    const calls: Promise<unknown>[] = [];
    for (let from = 0; from < keys.length; from += MAX_KEYS)
      calls.push(withRetries(() => ports.giveUp(sessionId, keys.slice(from, from + MAX_KEYS))));
    await Promise.all(calls);
  }

  function remove(sessionId: number, keys: readonly string[]): void {
    const rest = (left.get(sessionId) ?? []).filter(({ key }) => !keys.includes(key));
    if (rest.length === 0) left.delete(sessionId);
    else left.set(sessionId, rest);
    hooks.changed();
  }

  async function findUnfinished(session: UploadSession): Promise<void> {
    const ownGeneration = generation;
    const open = await fetchOpen(session);
    const taken = await ports.claims.taken();
    if (open === null || ownGeneration !== generation) return;
    const { keys, paths } = hooks.known(session.id);
    const unknown = open.filter(({ key }) => !ended.has(key) && !keys.has(key) && !taken.has(key));
    const rest = unknown.filter((one) => !paths.has(pathOf(one)));
    left.delete(session.id);
    if (rest.length > 0) {
      left.set(session.id, rest);
      hooks.resumableFound(session);
    }
    // A file that was sent anew meanwhile replaces what was left.
    void giveUp(
      session.id,
      unknown.filter((one) => paths.has(pathOf(one))).map(({ key }) => key),
    );
    hooks.changed();
  }

  /** The open uploads; files that arrived when their page closed are listed first. */
  async function fetchOpen(session: UploadSession): Promise<readonly OpenUpload[] | null> {
    const open = await withRetries(() => ports.open(session.id));
    const { keys: pageKeys } = hooks.known(session.id);
    const keys = (open ?? []).flatMap(({ key, uploadId }) =>
      uploadId !== null || pageKeys.has(key) ? [] : [key],
    );
    if (keys.length === 0) return open;
    await ports.report(session, { keys: keys.slice(0, MAX_KEYS) }).catch(() => undefined);
    return withRetries(() => ports.open(session.id));
  }

  async function restore(sessionId: number): Promise<void> {
    const session = await withRetries(() => ports.session(sessionId));
    if (session !== null) await findUnfinished(session);
    restoring.delete(sessionId);
    hooks.changed();
  }

  return {
    of: (sessionId: number): readonly OpenUpload[] => left.get(sessionId) ?? [],
    findUnfinished,
    giveUp,

    /** Looks up what the person left on an earlier page. */
    restore(personId: string): void {
      for (const id of ports.memory.read(personId)) {
        restoring.add(id);
        void restore(id);
      }
    },

    /** The upload that a picked file continues; one of its place for another file is given up. */
    take(sessionId: number, { prefix, name, path, file }: ReadyFile): ResumableUpload | undefined {
      const one = (left.get(sessionId) ?? []).find((open) => pathOf(open) === path);
      if (one === undefined) return undefined;
      const { uploadId } = one;
      const isSame = isSameFile(one, { prefix, name, size: file.size, modified: modifiedOf(file) });
      if (isSame && uploadId !== null) {
        remove(sessionId, [one.key]);
        return { ...one, uploadId };
      }
      void giveUp(sessionId, [one.key]);
      return undefined;
    },

    /** The sessions to look up after a reload. */
    sessions: (): ReadonlySet<number> => new Set([...left.keys(), ...restoring]),

    /** Clears everything; running calls end silently. */
    clear(): void {
      generation += 1;
      left.clear();
      restoring.clear();
    },
  };
}
