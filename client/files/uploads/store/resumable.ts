import type { OpenUpload } from '../../../shared/files/contract.ts';
import { isSameFile } from '../../../shared/files/rules.ts';
import { meaningOf } from './upload-failures.ts';
import { modifiedOf } from './upload-item.ts';
import type { makePatience } from './upload-patience.ts';
import type { ReadyFile } from './picked-files.ts';
import type { UploadPorts, UploadSession } from './upload-ports.ts';

/** What the list knows already. */
interface RemainsHooks {
  /** Keys and places of a session's files that this page sends or has sent. */
  known(sessionId: number): { readonly keys: ReadonlySet<string>; readonly places: ReadonlySet<string> };
  /** A session has uploads that were begun before this page. */
  found(session: UploadSession): void;
  changed(): void;
}

/** The contract takes this many keys in one call. */
const MOST_KEYS = 1000;

const placeOf = ({ prefix, filename }: OpenUpload): string => prefix + filename;

/** Uploads in parts that an earlier page began: they go on with the same file, or are given up. */
export function makeRemains(
  ports: UploadPorts,
  patience: ReturnType<typeof makePatience>,
  hooks: RemainsHooks,
) {
  const left = new Map<number, readonly OpenUpload[]>();
  const ended = new Set<string>();
  const recalling = new Set<number>();
  let turn = 0;

  const isAway = (error: unknown) => meaningOf(ports.failure(error)) === 'away';
  /** Tries as long as the way is away and the person is the same; null when that ends it, or a refusal. */
  const patiently = async <T>(run: () => Promise<T>): Promise<T | null> => {
    const mine = turn;
    try {
      return await patience.until(run, isAway, () => mine !== turn);
    } catch {
      return null;
    }
  };

  function giveUp(sessionId: number, keys: readonly string[]): void {
    if (keys.length === 0) return;
    for (const key of keys) ended.add(key);
    remove(sessionId, keys);
    for (let from = 0; from < keys.length; from += MOST_KEYS)
      void patiently(() => ports.giveUp(sessionId, keys.slice(from, from + MOST_KEYS)));
  }

  function remove(sessionId: number, keys: readonly string[]): void {
    const rest = (left.get(sessionId) ?? []).filter(({ key }) => !keys.includes(key));
    if (rest.length === 0) left.delete(sessionId);
    else left.set(sessionId, rest);
    hooks.changed();
  }

  async function look(session: UploadSession): Promise<void> {
    const mine = turn;
    const open = await patiently(() => ports.open(session.id));
    const taken = await ports.claims.taken();
    if (open === null || mine !== turn) return;
    const { keys, places } = hooks.known(session.id);
    const strange = open.filter(({ key }) => !ended.has(key) && !keys.has(key) && !taken.has(key));
    const rest = strange.filter((one) => !places.has(placeOf(one)));
    left.delete(session.id);
    if (rest.length > 0) {
      left.set(session.id, rest);
      hooks.found(session);
    }
    // What was sent anew meanwhile takes the place of what was left.
    giveUp(
      session.id,
      strange.filter((one) => places.has(placeOf(one))).map(({ key }) => key),
    );
    hooks.changed();
  }

  async function recall(sessionId: number): Promise<void> {
    const session = await patiently(() => ports.session(sessionId));
    if (session !== null) await look(session);
    recalling.delete(sessionId);
    hooks.changed();
  }

  return {
    of: (sessionId: number): readonly OpenUpload[] => left.get(sessionId) ?? [],
    look,
    giveUp,

    /** Brings back what the person left on an earlier page. */
    recall(personId: string): void {
      for (const id of ports.memory.read(personId)) {
        recalling.add(id);
        void recall(id);
      }
    },

    /** The upload that a picked file goes on with; one of its place that is of another file is given up. */
    take(sessionId: number, { prefix, name, path, file }: ReadyFile): OpenUpload | undefined {
      const one = (left.get(sessionId) ?? []).find((open) => placeOf(open) === path);
      if (one === undefined) return undefined;
      if (isSameFile(one, { prefix, name, size: file.size, modified: modifiedOf(file) })) {
        remove(sessionId, [one.key]);
        return one;
      }
      giveUp(sessionId, [one.key]);
      return undefined;
    },

    /** The sessions that are to be looked at again after a reload. */
    sessions: (): ReadonlySet<number> => new Set([...left.keys(), ...recalling]),

    /** Forgets everything; calls that are under way end quietly. */
    clear(): void {
      turn += 1;
      left.clear();
      recalling.clear();
    },
  };
}
