import { uploadGroupStatus } from '../../../shared/files/rules.ts';
import type { Session } from '../../../shared/sessions/contract.ts';
import type { ReadyFile } from './picked-files.ts';
import { meaningOf } from './upload-failures.ts';
import { isOpen, keptOf, makeItem, type Item } from './upload-item.ts';
import { makePatience } from './upload-patience.ts';
import type { Upload, UploadGroup, UploadPorts, UploadSession } from './upload-ports.ts';
import { makeRemains } from './upload-remains.ts';
import { makeSending } from './upload-sending.ts';

interface GroupState {
  session: UploadSession;
  report: UploadGroup['report'];
  problem: string | null;
}

/**
 * All uploads of this browser tab, above the router: they go on when the panel closes. Bytes go straight to storage,
 * files in the order they were added; when a session's last one has ended the studio is told (part 2 section 4).
 */
export function makeUploads(ports: UploadPorts) {
  const items = new Map<string, Item>();
  const groups = new Map<number, GroupState>();
  const watchers = new Set<() => void>();
  const listeners = new Set<(session: Session) => void>();
  let snapshot: readonly UploadGroup[] = [];
  let announced = false;
  let lastId = 0;
  let owner: string | null = null;
  let written = '';

  const of = (sessionId: number) => [...items.values()].filter((item) => item.sessionId === sessionId);
  const patience = makePatience(ports.later);
  const isAway = (error: unknown) => meaningOf(ports.failure(error)) === 'away';
  const remains = makeRemains(ports, patience, {
    known: (sessionId) => ({
      keys: new Set(of(sessionId).flatMap(({ key }) => key ?? [])),
      places: new Set(of(sessionId).map(({ ready }) => ready.path)),
    }),
    found: (session) => void groupOf(session),
    changed,
  });
  const sending = makeSending(ports, patience, {
    items,
    show,
    arrived: ({ sessionId }) => settle(sessionId),
    refused: fail,
    giveUp: remains.giveUp,
  });

  function groupOf(session: UploadSession): GroupState {
    const group = groups.get(session.id) ?? { session, report: 'none', problem: null };
    group.session = session;
    groups.set(session.id, group);
    return group;
  }

  /** Draws soon what has changed. */
  function changed(): void {
    if (announced) return;
    announced = true;
    ports.soon(() => {
      announced = false;
      remember();
      snapshot = [...groups].flatMap(([id, { session, report, problem }]) => {
        const uploads = of(id).flatMap(({ shown, hidden }) => (hidden ? [] : [shown]));
        const unfinished = remains.of(id);
        const status = uploadGroupStatus(uploads.map((upload) => upload.status));
        return uploads.length + unfinished.length === 0 && report !== 'failed'
          ? []
          : [{ session, uploads, unfinished, status, report, problem }];
      });
      for (const watch of watchers) watch();
    });
  }

  /** Keeps which sessions have uploads under way, for the page after a reload. */
  function remember(): void {
    if (owner === null) return;
    const open = [...items.values()].filter(isOpen);
    ports.claims.keep(new Set(open.flatMap(({ key, uploadId }) => (uploadId === null ? [] : (key ?? [])))));
    const ids = [...new Set([...open.map(({ sessionId }) => sessionId), ...remains.sessions()])].toSorted(
      (a, b) => a - b,
    );
    if (written === ids.join()) return;
    written = ids.join();
    ports.memory.write(owner, ids);
  }

  function show(item: Item, change: Partial<Upload>): void {
    item.shown = { ...item.shown, ...change };
    changed();
  }

  function fail(item: Item, problem: string | null): void {
    item.link = null;
    show(item, { status: 'failed', waiting: false });
    const group = groups.get(item.sessionId);
    if (group && problem !== null) group.problem = problem;
    settle(item.sessionId);
  }

  /** Tells the studio once nothing of a session is under way and something new has arrived. */
  function settle(sessionId: number): void {
    const group = groups.get(sessionId);
    if (group === undefined) return;
    const all = of(sessionId);
    const isEmpty = all.length + remains.of(sessionId).length === 0;
    if (isEmpty && group.report !== 'telling' && group.report !== 'failed') groups.delete(sessionId);
    changed();
    const news = all.filter((item) => item.shown.status === 'completed' && !item.reported);
    if (all.some(isOpen) || news.length === 0 || group.report === 'telling') return;
    group.report = 'telling';
    changed();
    void tell(sessionId, group, news);
  }

  async function tell(sessionId: number, group: GroupState, news: readonly Item[]): Promise<void> {
    const isOver = () => groups.get(sessionId) !== group;
    try {
      const session = await patience.until(() => ports.report(group.session), isAway, isOver);
      if (session === null) return;
      for (const item of news) item.reported = true;
      drop(news.filter(({ hidden }) => hidden));
      group.report = 'told';
      for (const listen of listeners) listen(session);
      settle(sessionId);
    } catch (error) {
      group.report = 'failed';
      group.problem = ports.words(error);
      changed();
    }
  }

  /** Takes files off the list; what has not ended is given up, in storage too. */
  function drop(some: readonly Item[]): void {
    for (const { shown } of some) items.delete(shown.id);
    sending.stop(some.filter(isOpen));
    const lost = some.filter(({ shown }) => shown.status !== 'completed');
    for (const sessionId of new Set(lost.map((item) => item.sessionId)))
      remains.giveUp(
        sessionId,
        lost.flatMap((item) => (item.sessionId === sessionId ? (item.key ?? []) : [])),
      );
  }

  /** Ends what is under way here. Who comes back finds it in the session's files. */
  function clear(): void {
    sending.stop([...items.values()].filter(isOpen));
    items.clear();
    groups.clear();
    remains.clear();
    changed();
  }

  return {
    /** Every session's uploads; the same object until something changes. */
    groups: () => snapshot,
    /** Whether closing the tab would lose something. */
    active: () => [...items.values()].some(isOpen),

    /**
     * Begins to send files of a session, or goes on with those that an earlier page began. One of the same path that is in the
     * list already is replaced.
     */
    add(session: UploadSession, files: readonly ReadyFile[]): void {
      const paths = new Set(files.map(({ path }) => path));
      drop(of(session.id).filter(({ ready }) => paths.has(ready.path)));
      groupOf(session).problem = null;
      const fresh = files.map((ready) => {
        lastId += 1;
        return makeItem(`upload-${lastId}`, session.id, ready, remains.take(session.id, ready));
      });
      for (const item of fresh) items.set(item.shown.id, item);
      changed();
      sending.send(fresh);
    },

    /** Takes back what has not ended. */
    cancel(id: string): void {
      const item = items.get(id);
      if (item === undefined || !isOpen(item)) return;
      drop([item]);
      settle(item.sessionId);
    },

    /** Takes back what an earlier page began. */
    giveUp(sessionId: number, key: string): void {
      remains.giveUp(sessionId, [key]);
      settle(sessionId);
    },

    /** Sends what failed again, one or all of a session; and tells the studio again where that failed. */
    retry(sessionId: number, id?: string): void {
      const group = groups.get(sessionId);
      if (group === undefined) return;
      group.problem = null;
      if (group.report === 'failed') group.report = 'none';
      const some = of(sessionId).filter(
        ({ shown }) => shown.status === 'failed' && (id === undefined || shown.id === id),
      );
      for (const item of some) {
        item.resigned = false;
        item.renewed = false;
        show(item, { status: 'pending', loaded: keptOf(item) });
      }
      sending.send(some);
      settle(sessionId);
    },

    /** 'Hide finished uploads': takes off the list what is complete. */
    hideFinished(sessionId: number): void {
      const finished = of(sessionId).filter(({ shown }) => shown.status === 'completed');
      for (const item of finished) item.hidden = true;
      drop(finished.filter(({ reported }) => reported));
      settle(sessionId);
    },

    /** Asks what of a session was begun on an earlier page. */
    look: (session: UploadSession): void => void remains.look(session),
    /** The connection is back: nobody waits any longer. */
    wake: patience.wake,

    /** Ends everything and forgets it, for good. */
    clear(): void {
      clear();
      if (owner !== null) ports.memory.write(owner, []);
      written = '';
    },

    /** Whose uploads these are; another person's are ended and forgotten. */
    belongTo(personId: string): void {
      if (owner === personId) return;
      if (owner !== null) clear();
      owner = personId;
      written = ports.memory.read(personId).join();
      remains.recall(personId);
    },

    /** Runs at every change. Gives the way to stop it. */
    watch: (run: () => void): (() => void) => {
      watchers.add(run);
      return () => void watchers.delete(run);
    },

    /** Runs with a session whose files have just arrived. */
    onArrived(run: (session: Session) => void): () => void {
      listeners.add(run);
      return () => void listeners.delete(run);
    },
  };
}
