import { isMultipart } from '../../../shared/files/rules.ts';
import { meaningOf, wordsOfStorage } from './upload-failures.ts';
import { announced, forgetStorage, isOpen, sendingOf, type Item } from './upload-item.ts';
import type { makePatience } from './upload-patience.ts';
import type { Link, StorageRequest, Transport, Upload, UploadFailure, UploadPorts } from './upload-ports.ts';

/** Links are asked for this many files at once. */
const LINK_BATCH = 50;
/** A link lives an hour; an older one is not tried first. */
const LINK_FRESH_MS = 50 * 60_000;

/** What the list makes of what happens on the way. */
interface SendingHooks {
  readonly items: ReadonlyMap<string, Item>;
  readonly show: (item: Item, change: Partial<Upload>) => void;
  readonly arrived: (item: Item) => void;
  readonly refused: (item: Item, words: string | null) => void;
  readonly giveUp: (sessionId: number, keys: readonly string[]) => void;
}

/** Brings files to storage: asks their links, waits for a connection that is away, signs again what is over. */
export function makeSending(
  ports: UploadPorts,
  patience: ReturnType<typeof makePatience>,
  hooks: SendingHooks,
) {
  const { items, show } = hooks;
  let transport: Promise<Transport> | undefined;

  const of = (sessionId: number) => [...items.values()].filter((item) => item.sessionId === sessionId);
  const isOld = ({ linkedAt }: Item) => ports.clock() - linkedAt > LINK_FRESH_MS;

  function send(some: readonly Item[]): void {
    if (some.length === 0) return;
    for (const item of some) item.held = false;
    transport ??= ports.transport({ sign, progress, kept, done, failed });
    transport.then(
      (way) => way.send(some.filter(({ shown }) => items.has(shown.id)).map(sendingOf)),
      (error: unknown) => {
        // The code that sends could not be loaded: nothing has left.
        transport = undefined;
        for (const item of some) failed(item.shown.id, ports.failure(error));
      },
    );
  }

  function stop(some: readonly Item[]): void {
    if (some.length === 0) return;
    transport?.then(
      (way) => way.cancel(some.map(({ shown }) => shown.id)),
      () => undefined,
    );
  }

  /** The way is away: it and all that have not begun wait here, and go on together. */
  function hold(item: Item): void {
    const some = [...items.values()].filter(
      (other) => other === item || (other.shown.status === 'pending' && !other.held),
    );
    for (const one of some) one.held = true;
    stop(some);
    if (item.shown.status === 'uploading') show(item, { waiting: true });
    patience.wait(goOn);
  }

  function goOn(): void {
    send([...items.values()].filter((item) => item.held && isOpen(item)));
  }

  /** Asks links for a file and for those of its session that come next. */
  function ask(item: Item): Promise<Link> {
    const next = of(item.sessionId).filter(
      (other) =>
        other !== item && other.link === null && other.key === null && other.shown.status === 'pending',
    );
    const batch = [item, ...next].slice(0, LINK_BATCH);
    const asked = ports.link(item.sessionId, batch.map(announced));
    const links = batch.map((one, at) => {
      one.linkedAt = ports.clock();
      const link = asked.then((all) => {
        const its = all[at];
        if (its === undefined) throw new Error('A link is missing');
        one.key = its.key;
        return its;
      });
      link.catch(() => undefined);
      one.link = link;
      return link;
    });
    asked.then(
      (all) => giveUpLate(item.sessionId, batch, all),
      (error: unknown) => refuseAll(item.sessionId, batch, error),
    );
    return links[0] ?? Promise.reject(new Error('A link is missing'));
  }

  /** What was cancelled while its link was on its way. */
  function giveUpLate(sessionId: number, batch: readonly Item[], links: readonly Link[]): void {
    const late = batch.flatMap(({ shown }, at) => (items.has(shown.id) ? [] : (links[at]?.key ?? [])));
    hooks.giveUp(sessionId, late);
  }

  /** What was refused for one will be refused for the rest: say it once, keep them to be tried again. */
  function refuseAll(sessionId: number, batch: readonly Item[], error: unknown): void {
    for (const one of batch) one.link = null;
    if (meaningOf(ports.failure(error)) === 'away') return;
    const open = of(sessionId).filter(
      (other) => isOpen(other) && (batch.includes(other) || other.link === null) && other.key === null,
    );
    stop(open);
    for (const other of open) hooks.refused(other, ports.words(error));
  }

  async function sign(id: string, request: StorageRequest): Promise<Link> {
    const item = items.get(id);
    if (item === undefined) throw new Error('This upload was cancelled');
    if (item.shown.status === 'pending') show(item, { status: 'uploading' });
    if (request.uploadId !== undefined) item.uploadId = request.uploadId;
    const link = item.link ?? (item.key === null ? ask(item) : null);
    const first = link === null ? null : await link;
    const key = item.key ?? first?.key ?? '';
    const isWhole = request.method === 'PUT' && request.uploadId === undefined;
    if (isWhole && first !== null && !isOld(item)) return first;
    item.linkedAt = ports.clock();
    return { key, url: await ports.sign(item.sessionId, { key, ...request }) };
  }

  function progress(id: string, loaded: number): void {
    const item = items.get(id);
    if (item?.shown.status !== 'uploading') return;
    patience.calm();
    const { total, loaded: before } = item.shown;
    // A part that is sent again has been counted; a file in one piece really starts over.
    const far = isMultipart(total) ? Math.max(before, loaded) : loaded;
    show(item, { loaded: Math.min(far, total), waiting: false });
  }

  function kept(id: string): void {
    const item = items.get(id);
    if (item !== undefined) item.resigned = false;
  }

  function done(id: string): void {
    const item = items.get(id);
    if (item === undefined) return;
    patience.calm();
    show(item, { status: 'completed', loaded: item.shown.total, waiting: false });
    hooks.arrived(item);
  }

  function failed(id: string, failure: UploadFailure): void {
    const item = items.get(id);
    if (item === undefined || !isOpen(item)) return;
    const meaning = meaningOf(failure);
    if (meaning === 'away') hold(item);
    else if (meaning === 'over' && (!item.resigned || isOld(item))) {
      item.resigned = true;
      item.link = null;
      send([item]);
    } else if (meaning === 'gone' && item.key !== null && !item.renewed) {
      item.renewed = true;
      forgetStorage(item);
      show(item, { loaded: 0 });
      send([item]);
    } else hooks.refused(item, wordsOfStorage(failure));
  }

  return { send, stop };
}
