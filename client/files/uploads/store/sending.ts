import type { Backoff } from './backoff.ts';
import { classifyFailure } from './failures.ts';
import { linkRequestOf, sendingOf, type Item } from './item.ts';
import type { Dispatch } from './dispatch.ts';
import { hasOldLink, isOpen, type UploadEvent } from './machine.ts';
import type { Link, StorageRequest, Transport, UploadPorts } from './ports.ts';

/** Links are requested for this many files at once. */
const LINK_BATCH = 200;

interface SendingHooks {
  readonly items: ReadonlyMap<string, Item>;
  readonly dispatch: Dispatch;
  readonly giveUp: (sessionId: number, keys: readonly string[]) => Promise<void>;
}

/**
 * The uploads' effects on the network: requests links, hands files to the transport, and turns its events into
 * the machine's.
 */
export function createSending(ports: UploadPorts, backoff: Backoff, hooks: SendingHooks) {
  const { items, dispatch } = hooks;
  const links = new Map<string, Promise<Link>>();
  let transport: Promise<Transport> | undefined;

  const of = (sessionId: number) => [...items.values()].filter((item) => item.sessionId === sessionId);

  /** Dispatches an event of the transport, unless the file was cancelled. */
  function dispatchTo(id: string, event: UploadEvent): void {
    const item = items.get(id);
    if (item !== undefined) dispatch([item], event);
  }

  function send(some: readonly Item[]): void {
    if (some.length === 0) return;
    dispatch(some, { type: 'sent' });
    transport ??= ports.transport({
      sign,
      progress: (id, loaded) => dispatchTo(id, { type: 'progress', loaded }),
      partStored: (id) => dispatchTo(id, { type: 'part_stored' }),
      done: (id) => dispatchTo(id, { type: 'stored' }),
      failed: (id, failure) => dispatchTo(id, { type: 'interrupted', failure, at: ports.clock() }),
    });
    transport.then(
      (loaded) => loaded.send(some.filter(({ id }) => items.has(id)).map(sendingOf)),
      (error: unknown) => {
        // The transport's code could not be loaded: nothing was sent.
        transport = undefined;
        const failure = ports.failure(error);
        for (const { id } of some) dispatchTo(id, { type: 'interrupted', failure, at: ports.clock() });
      },
    );
  }

  function stop(some: readonly Item[]): void {
    if (some.length === 0) return;
    transport?.then(
      (loaded) => loaded.cancel(some.map(({ id }) => id)),
      () => undefined,
    );
  }

  /** Holds an upload and everything that has not begun, and resumes them together. */
  function hold(item: Item): void {
    const some = [...items.values()].filter(
      (other) => other === item || (other.state.shown.status === 'pending' && !other.state.held),
    );
    dispatch(some, { type: 'held' });
    stop(some);
    backoff.wait(resume);
  }

  function resume(): void {
    send([...items.values()].filter(({ state }) => state.held && isOpen(state)));
  }

  /** Requests links for a file and for the next ones of its session. */
  function requestLinks(item: Item): Promise<Link> {
    const next = of(item.sessionId).filter(
      ({ id, state }) =>
        id !== item.id && !links.has(id) && state.key === null && state.shown.status === 'pending',
    );
    const batch = [item, ...next].slice(0, LINK_BATCH);
    const requested = ports.link(item.sessionId, batch.map(linkRequestOf));
    dispatch(batch, { type: 'linked', at: ports.clock() });
    for (const [at, one] of batch.entries()) {
      const link = requested.then((all) => {
        const ownLink = all[at];
        if (ownLink === undefined) throw new Error('A link is missing');
        dispatch([one], { type: 'keyed', key: ownLink.key });
        return ownLink;
      });
      link.catch(() => undefined);
      links.set(one.id, link);
    }
    requested.then(
      (all) => giveUpCancelled(item.sessionId, batch, all),
      (error: unknown) => refuseAll(item.sessionId, batch, error),
    );
    return links.get(item.id) ?? Promise.reject(new Error('A link is missing'));
  }

  /** Gives up what was cancelled while its link was requested. */
  function giveUpCancelled(sessionId: number, batch: readonly Item[], all: readonly Link[]): void {
    const late = batch.flatMap(({ id }, at) => (items.has(id) ? [] : (all[at]?.key ?? [])));
    void hooks.giveUp(sessionId, late);
  }

  /** A refusal of one file applies to the rest of its session: fail them together, to be retried together. */
  function refuseAll(sessionId: number, batch: readonly Item[], error: unknown): void {
    for (const { id } of batch) links.delete(id);
    if (classifyFailure(ports.failure(error)) === 'away') return;
    const open = of(sessionId).filter(
      (other) =>
        isOpen(other.state) && (batch.includes(other) || !links.has(other.id)) && other.state.key === null,
    );
    stop(open);
    dispatch(open, { type: 'refused', problem: ports.errorMessage(error) });
  }

  async function sign(id: string, request: StorageRequest): Promise<Link> {
    const item = items.get(id);
    if (item === undefined) throw new Error('This upload was cancelled');
    dispatch([item], { type: 'signing', uploadId: request.uploadId });
    const link = links.get(id) ?? (item.state.key === null ? requestLinks(item) : null);
    const first = link === null ? null : await link;
    const key = item.state.key ?? first?.key ?? '';
    const isWhole = request.method === 'PUT' && request.uploadId === undefined;
    if (isWhole && first !== null && !hasOldLink(item.state, ports.clock())) return first;
    dispatch([item], { type: 'linked', at: ports.clock() });
    return { key, url: await ports.sign(item.sessionId, { key, ...request }) };
  }

  return {
    send,
    stop,
    hold,
    /** Makes the next request of these uploads request a new link. */
    dropLinks(some: readonly Item[]): void {
      for (const { id } of some) links.delete(id);
    },
  };
}
