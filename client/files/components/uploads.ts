import { uploadGroupStatus } from '../../../shared/files/rules.ts';
import type { Session } from '../../../shared/sessions/contract.ts';
import type { ReadyFile } from './picked-files.ts';
import type { Transport, Upload, UploadGroup, UploadPorts, UploadSession } from './upload-ports.ts';

/** Links are asked for this many files at once. */
const LINK_BATCH = 50;
/** A link lives an hour; an older one is not tried first. */
const LINK_FRESH_MS = 50 * 60_000;

interface Item {
  shown: Upload;
  readonly ready: ReadyFile;
  readonly sessionId: number;
  link: Promise<string> | null;
  linkedAt: number;
  /** A link that was over is replaced once. */
  resigned: boolean;
  reported: boolean;
  /** Off the list, but the studio has still to be told of it. */
  hidden: boolean;
}

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
  let transport: Promise<Transport> | undefined;

  const of = (sessionId: number) => [...items.values()].filter((item) => item.sessionId === sessionId);
  const isOpen = ({ shown: { status } }: Item) => status === 'pending' || status === 'uploading';

  /** Draws soon what has changed. */
  function changed(): void {
    if (announced) return;
    announced = true;
    ports.soon(() => {
      announced = false;
      snapshot = [...groups].map(([id, { session, report, problem }]) => {
        const uploads = of(id).flatMap(({ shown, hidden }) => (hidden ? [] : [shown]));
        const status = uploadGroupStatus(uploads.map((upload) => upload.status));
        return { session, uploads, status, report, problem };
      });
      for (const watch of watchers) watch();
    });
  }

  function show(item: Item, change: Partial<Upload>): void {
    item.shown = { ...item.shown, ...change };
    changed();
  }

  function sendAll(some: readonly Item[]): void {
    transport ??= ports.transport({ url, progress, done, failed });
    const files = some.map(({ shown, ready }) => ({
      id: shown.id,
      file: ready.file,
      name: ready.name,
      contentType: contentTypeOf(ready.file),
    }));
    transport.then(
      (way) => way.send(files.filter(({ id }) => items.has(id))),
      (error: unknown) => {
        // The code that sends could not be loaded: nothing has left, everything may be tried again.
        transport = undefined;
        for (const item of some) fail(item, ports.words(error));
      },
    );
  }

  /** Asks links for a file and for those of its session that come next. */
  function ask(item: Item): void {
    const next = of(item.sessionId).filter(
      (other) => other !== item && other.link === null && other.shown.status === 'pending',
    );
    const batch = [item, ...next].slice(0, LINK_BATCH);
    const asked = ports.link(
      item.sessionId,
      batch.map(({ ready, shown }) => ({
        fileName: ready.name,
        filePath: ready.path,
        fileType: contentTypeOf(ready.file),
        fileSize: shown.total,
      })),
    );
    for (const [at, one] of batch.entries()) {
      one.linkedAt = ports.clock();
      one.link = asked.then((urls) => {
        const link = urls[at];
        if (link === undefined) throw new Error('A link is missing');
        return link;
      });
      one.link.catch(() => undefined);
    }
    asked.catch((error: unknown) => {
      // What was refused for one will be refused for the rest: say it once, keep them to be tried again.
      const waiting = of(item.sessionId).filter((other) => batch.includes(other) || other.link === null);
      const open = waiting.filter(isOpen);
      for (const other of open) fail(other, ports.words(error));
      void transport?.then((way) => way.cancel(open.map(({ shown }) => shown.id)));
    });
  }

  function url(id: string): Promise<string> {
    const item = items.get(id);
    if (item === undefined) return Promise.reject(new Error('This upload was cancelled'));
    if (item.shown.status === 'pending') show(item, { status: 'uploading' });
    if (item.link === null || ports.clock() - item.linkedAt > LINK_FRESH_MS) ask(item);
    return item.link ?? Promise.reject(new Error('There is no link'));
  }

  function progress(id: string, loaded: number): void {
    const item = items.get(id);
    if (item?.shown.status === 'uploading') show(item, { loaded: Math.min(loaded, item.shown.total) });
  }

  function done(id: string): void {
    const item = items.get(id);
    if (item === undefined) return;
    show(item, { status: 'completed', loaded: item.shown.total });
    settle(item.sessionId);
  }

  function failed(id: string, status: number | null): void {
    const item = items.get(id);
    if (item === undefined || !isOpen(item)) return;
    item.link = null;
    if (status === 403 && !item.resigned) {
      item.resigned = true;
      show(item, { status: 'pending', loaded: 0 });
      sendAll([item]);
      return;
    }
    fail(item, status === null ? 'The connection was lost on the way. Please try again.' : null);
  }

  function fail(item: Item, problem: string | null): void {
    item.link = null;
    show(item, { status: 'failed' });
    const group = groups.get(item.sessionId);
    if (group && problem !== null) group.problem = problem;
    settle(item.sessionId);
  }

  /** Tells the studio once nothing of a session is under way and something new has arrived. */
  function settle(sessionId: number): void {
    const group = groups.get(sessionId);
    if (group === undefined) return;
    const all = of(sessionId);
    if (all.length === 0 && group.report !== 'telling' && group.report !== 'failed') groups.delete(sessionId);
    changed();
    const news = all.filter((item) => item.shown.status === 'completed' && !item.reported);
    if (all.some(isOpen) || news.length === 0 || group.report === 'telling') return;
    group.report = 'telling';
    void tell(sessionId, group, news);
  }

  async function tell(sessionId: number, group: GroupState, news: readonly Item[]): Promise<void> {
    try {
      const session = await ports.report(group.session);
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

  function drop(some: readonly Item[]): void {
    const open = some.filter(isOpen).map(({ shown }) => shown.id);
    for (const { shown } of some) items.delete(shown.id);
    if (open.length > 0) void transport?.then((way) => way.cancel(open));
  }

  function clear(): void {
    drop([...items.values()]);
    groups.clear();
    changed();
  }

  return {
    /** Every session's uploads; the same object until something changes. */
    groups: () => snapshot,
    /** Whether closing the tab would lose something. */
    active: () => [...items.values()].some(isOpen),

    /** Begins to send files of a session. One of the same path that is in the list already is replaced. */
    add(session: UploadSession, files: readonly ReadyFile[]): void {
      const paths = new Set(files.map(({ path }) => path));
      drop(of(session.id).filter(({ ready }) => paths.has(ready.path)));
      const group = groups.get(session.id);
      if (group === undefined) groups.set(session.id, { session, report: 'none', problem: null });
      else Object.assign(group, { session, problem: null });
      const fresh = files.map((ready): Item => {
        lastId += 1;
        const { prefix, name, file } = ready;
        const shown: Upload = {
          id: `upload-${lastId}`,
          prefix,
          name,
          status: 'pending',
          loaded: 0,
          total: file.size,
        };
        return {
          shown,
          ready,
          sessionId: session.id,
          link: null,
          linkedAt: 0,
          resigned: false,
          reported: false,
          hidden: false,
        };
      });
      for (const item of fresh) items.set(item.shown.id, item);
      changed();
      sendAll(fresh);
    },

    /** Takes back what has not ended. */
    cancel(id: string): void {
      const item = items.get(id);
      if (item === undefined || !isOpen(item)) return;
      drop([item]);
      settle(item.sessionId);
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
        show(item, { status: 'pending', loaded: 0 });
      }
      if (some.length > 0) sendAll(some);
      settle(sessionId);
    },

    /** 'Hide finished uploads': takes off the list what is complete. */
    hideFinished(sessionId: number): void {
      const finished = of(sessionId).filter(({ shown }) => shown.status === 'completed');
      for (const item of finished) item.hidden = true;
      drop(finished.filter(({ reported }) => reported));
      settle(sessionId);
    },

    /** Ends everything and forgets it. */
    clear,

    /** Whose uploads these are; another person's are ended and forgotten. */
    belongTo(personId: string): void {
      if (owner !== null && owner !== personId) clear();
      owner = personId;
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

/** The media type that the link is signed over; what is none reads as plain bytes on both sides. */
function contentTypeOf({ type }: File): string {
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream';
}
