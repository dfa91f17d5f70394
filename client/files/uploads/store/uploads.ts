import { uploadGroupStatus } from '#shared/files/rules.ts';
import type { Session } from '#shared/sessions/contract.ts';
import type { ReadyFile } from '../picked-files.ts';
import { createBackoff } from './backoff.ts';
import { createDispatch, type Effects } from './dispatch.ts';
import { groupNeed, type GroupState } from './group.ts';
import { createItem, type Item } from './item.ts';
import { isOpen, isUnreported } from './machine.ts';
import type { UploadGroup, UploadPorts, UploadSession } from './ports.ts';
import { createReporting } from './reporting.ts';
import { createResumableUploads } from './resumable.ts';
import { createSending } from './sending.ts';

const unreported = (some: readonly Item[]) => some.filter(({ state }) => isUnreported(state));

/**
 * All uploads of this browser tab, above the router. Holds each upload's state (./machine.ts), runs its effects
 * and reports each session's group.
 */
export function createUploads(ports: UploadPorts) {
  const items = new Map<string, Item>();
  const groups = new Map<number, GroupState>();
  const subscribers = new Set<() => void>();
  const listeners = new Set<(session: Session) => void>();
  let snapshot: readonly UploadGroup[] = [];
  let isScheduled = false;
  let lastId = 0;
  let owner: string | null = null;
  let storedIds = '';

  const of = (sessionId: number) => [...items.values()].filter((item) => item.sessionId === sessionId);
  const dispatch = createDispatch(() => effects, changed);
  const backoff = createBackoff(ports.later);
  const resumable = createResumableUploads(ports, backoff, {
    known: (sessionId) => ({
      keys: new Set(of(sessionId).flatMap(({ state }) => state.key ?? [])),
      paths: new Set(of(sessionId).map(({ ready }) => ready.path)),
    }),
    resumableFound: (session) => void groupOf(session),
    changed,
  });
  const sending = createSending(ports, backoff, { items, dispatch, giveUp: resumable.giveUp });
  const reporting = createReporting(ports, backoff, {
    isOver: (sessionId, group) => groups.get(sessionId) !== group,
    unreported: (sessionId) => (isIncomplete(sessionId) ? unreported(of(sessionId)) : []),
    listed(session, some) {
      dispatch(some, { type: 'reported' });
      for (const listen of listeners) listen(session);
    },
    settle,
    changed,
  });

  const effects: Effects = {
    drop_link: (some) => sending.dropLinks(some),
    drop,
    hold: (some) => some.forEach(sending.hold),
    send: (some) => sending.send(some),
    reset_backoff: () => backoff.reset(),
    blame(some) {
      for (const { sessionId, state } of some) {
        const group = groups.get(sessionId);
        if (group !== undefined && state.problem !== null) group.problem = state.problem;
      }
    },
    settle(some) {
      for (const sessionId of new Set(some.map((item) => item.sessionId))) settle(sessionId);
    },
  };

  function groupOf(session: UploadSession): GroupState {
    const group = groups.get(session.id) ?? {
      session,
      report: 'none' as const,
      problem: null,
      partial: false,
      listing: null,
    };
    group.session = session;
    groups.set(session.id, group);
    return group;
  }

  /** Schedules a new snapshot. */
  function changed(): void {
    if (isScheduled) return;
    isScheduled = true;
    ports.soon(() => {
      isScheduled = false;
      storeOpenSessions();
      snapshot = [...groups].flatMap(([id, { session, report, problem }]) => {
        const uploads = of(id).flatMap(({ state }) => (state.hidden ? [] : [state.shown]));
        const unfinished = resumable.of(id);
        const status = uploadGroupStatus(uploads.map((upload) => upload.status));
        return uploads.length + unfinished.length === 0 && report !== 'failed'
          ? []
          : [{ session, uploads, unfinished, status, report, problem }];
      });
      for (const subscribe of subscribers) subscribe();
    });
  }

  /** Stores which sessions have open uploads, for the time after a reload. */
  function storeOpenSessions(): void {
    if (owner === null) return;
    const open = [...items.values()].filter(({ state }) => isOpen(state));
    ports.claims.set(new Set(open.flatMap(({ state }) => state.key ?? [])));
    const ids = [...new Set([...open.map(({ sessionId }) => sessionId), ...resumable.sessions()])].toSorted(
      (a, b) => a - b,
    );
    if (storedIds === ids.join()) return;
    storedIds = ids.join();
    ports.memory.write(owner, ids);
  }

  /** Whether some of a session are open, failed, or left by an earlier page. */
  const isIncomplete = (sessionId: number) =>
    of(sessionId).some(({ state }) => state.shown.status !== 'completed') ||
    resumable.of(sessionId).length > 0;

  /** Reports what has arrived, soon and together; once everything of a session has, that the group is complete. */
  function settle(sessionId: number): void {
    const group = groups.get(sessionId);
    if (group === undefined) return;
    const all = of(sessionId);
    const fresh = unreported(all);
    const files = {
      count: all.length + resumable.of(sessionId).length,
      unreported: fresh.length,
      isIncomplete: isIncomplete(sessionId),
    };
    const need = groupNeed(group, files);
    if (need === 'end') groups.delete(sessionId);
    changed();
    if (need === 'report_some') reporting.reportSomeSoon(sessionId, group);
    if (!files.isIncomplete && typeof group.listing === 'function') {
      group.listing();
      group.listing = null;
    }
    if (need !== 'report') return;
    group.report = 'reporting';
    changed();
    void reporting.reportGroup(sessionId, group, fresh);
  }

  /** Removes files from the list; unfinished ones are given up, in storage too. */
  function drop(some: readonly Item[]): void {
    for (const { id } of some) items.delete(id);
    sending.stop(some.filter(({ state }) => isOpen(state)));
    sending.dropLinks(some);
    const discarded = some.filter(({ state }) => state.shown.status !== 'completed');
    for (const sessionId of new Set(discarded.map((item) => item.sessionId)))
      void resumable.giveUp(
        sessionId,
        discarded.flatMap((item) => (item.sessionId === sessionId ? (item.state.key ?? []) : [])),
      );
  }

  /** Ends everything here. Whoever returns finds it in the session's files. */
  function clear(): void {
    sending.stop([...items.values()].filter(({ state }) => isOpen(state)));
    sending.dropLinks([...items.values()]);
    items.clear();
    groups.clear();
    resumable.clear();
    changed();
  }

  return {
    /** Every session's uploads; the same object until something changes. */
    groups: () => snapshot,
    /** Whether closing the tab would lose something. */
    active: () => [...items.values()].some(({ state }) => isOpen(state)),

    /**
     * Sends files of a session, or continues what an earlier page began. A file of a path that is already in
     * the list replaces it.
     */
    add(session: UploadSession, files: readonly ReadyFile[]): void {
      const paths = new Set(files.map(({ path }) => path));
      drop(of(session.id).filter(({ ready }) => paths.has(ready.path)));
      groupOf(session).problem = null;
      const fresh = files.map((ready) => {
        lastId += 1;
        return createItem(`upload-${lastId}`, session.id, ready, resumable.take(session.id, ready));
      });
      for (const item of fresh) items.set(item.id, item);
      changed();
      sending.send(fresh);
    },

    /** Cancels an unfinished upload. */
    cancel(id: string): void {
      const item = items.get(id);
      if (item === undefined || !isOpen(item.state)) return;
      drop([item]);
      settle(item.sessionId);
    },

    /** Cancels what an earlier page began. */
    giveUp(sessionId: number, key: string): void {
      void resumable.giveUp(sessionId, [key]).then(() => settle(sessionId));
    },

    /** Retries what failed, one or all of a session, and a failed report. */
    retry(sessionId: number, id?: string): void {
      const group = groups.get(sessionId);
      if (group === undefined) return;
      group.problem = null;
      if (group.report === 'failed') group.report = 'none';
      dispatch(
        of(sessionId).filter((item) => id === undefined || item.id === id),
        { type: 'retried' },
      );
      settle(sessionId);
    },

    /** 'Send without these': gives up what failed and what an earlier page left, so that the group is complete. */
    async sendWithout(sessionId: number): Promise<void> {
      const failed = of(sessionId).filter(({ state }) => state.shown.status === 'failed');
      const left = resumable.of(sessionId).map(({ key }) => key);
      const group = groups.get(sessionId);
      if (group === undefined) return;
      group.problem = null;
      // The studio may have listed others already, on this page or an earlier one.
      group.partial = true;
      for (const { id } of failed) items.delete(id);
      await resumable.giveUp(sessionId, [...failed.flatMap(({ state }) => state.key ?? []), ...left]);
      settle(sessionId);
    },

    /** 'Hide finished uploads': removes completed rows from the list. */
    hideFinished(sessionId: number): void {
      dispatch(of(sessionId), { type: 'hidden' });
      settle(sessionId);
    },

    /** Looks up a session's uploads from an earlier page. */
    findUnfinished: (session: UploadSession): void => void resumable.findUnfinished(session),
    /** Ends all pauses: the connection is back. */
    retryNow: backoff.retryNow,

    /** Ends and clears everything, for good. */
    clear(): void {
      clear();
      if (owner !== null) ports.memory.write(owner, []);
      storedIds = '';
    },

    /** Sets whose uploads these are; another person's are ended and cleared. */
    setOwner(personId: string): void {
      if (owner === personId) return;
      if (owner !== null) clear();
      owner = personId;
      storedIds = ports.memory.read(personId).join();
      resumable.restore(personId);
    },

    /** Subscribes to changes; returns the unsubscribe function. */
    subscribe: (run: () => void): (() => void) => {
      subscribers.add(run);
      return () => void subscribers.delete(run);
    },

    /** Subscribes to sessions whose files have just arrived; returns the unsubscribe function. */
    onArrived(run: (session: Session) => void): () => void {
      listeners.add(run);
      return () => void listeners.delete(run);
    },
  };
}
