import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { cancel, confirm, prebook } from '#shared/booking/contract.ts';
import { listSlots } from '#shared/explore/contract.ts';
import { getConfiguration } from '#shared/explore/contract.ts';
import { filesInfo, signUpload, uploadLink } from '#shared/files/contract.ts';
import { PART_BYTES, partCount } from '#shared/files/rules.ts';
import { postMessage } from '#shared/messages/contract.ts';
import { approve, getSession, listSessions } from '#shared/sessions/contract.ts';
import type { Facts } from './facts.ts';
import type { Insistent } from './person.ts';

/** Shared state of the workers. */
export interface Stage {
  readonly facts: Facts;
  readonly musician: { readonly id: string; readonly slug: string };
  /** Waits while paused; false at the end. */
  readonly mayContinue: () => Promise<boolean>;
}

const TYPE = 'application/octet-stream';
/** A client with more sessions cancels before booking again. */
const MOST = 15;

const any = <T>(all: readonly T[]): T | undefined => all[Math.floor(Math.random() * all.length)];
const shaOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A client: books, uploads, writes, cancels, repeats. */
export async function clientsWork(who: Insistent, { facts, musician, mayContinue }: Stage): Promise<void> {
  const config = await who.ask(getConfiguration, { params: { slug: musician.slug }, query: {} });
  const services = config.body[0]?.services.servicesList ?? [];
  const mine: number[] = [];
  while (await mayContinue()) {
    const { body } = await who.ask(listSlots, { params: { id: musician.id }, query: { days: 60 } });
    const slot = any(body.slots.filter(({ status, restricted }) => status === 'available' && !restricted));
    const service = services.find(
      ({ category, unit_minutes, slots }) =>
        slots === 1 && category === slot?.service_category && unit_minutes === slot.duration,
    );
    if (slot === undefined || service === undefined) throw new Error('there is nothing to book');
    const held = await who.ask(prebook, {
      body: { slots: [slot.id], primary_slot: slot.id, options: { service_id: service.id } },
      key: randomUUID(),
    });
    if (held.status !== 201) continue;
    const title = `Take ${randomUUID()}`;
    const booked = await who.ask(confirm, {
      body: {
        session_id: held.body.session.id,
        session_info: { title },
        deliverables: { files_format: 'WAV', attendance: true },
      },
      key: randomUUID(),
    });
    if (booked.status !== 201) continue;
    const { id, thread_id } = booked.body.session;
    facts.booked.set(id, title);
    mine.push(id);
    if (!(await mayContinue())) return;
    await sendFiles(who, facts, id);
    if (thread_id !== null) await write(who, facts, thread_id);
    if (mine.length > MOST || Math.random() < 0.3) await giveUp(who, facts, mine.shift() ?? id);
  }
}

async function sendFiles(who: Insistent, facts: Facts, sessionId: number): Promise<void> {
  const files = Array.from({ length: 2 }, () => {
    const bytes = randomBytes(1 + Math.floor(Math.random() * 300_000));
    return { name: `${randomUUID()}.wav`, bytes };
  });
  const links = await who.ask(uploadLink, {
    body: {
      session_id: sessionId,
      files: files.map(({ name, bytes }) => ({ fileName: name, fileType: TYPE, fileSize: bytes.length })),
    },
  });
  if (links.status !== 200) return;
  for (const [at, { bytes }] of files.entries()) {
    const { status } = await who.put(links.body.urls[at]?.url ?? '', bytes, TYPE);
    if (status !== 200) throw new Error(`a file was refused with ${status}`);
  }
  await report(who, sessionId);
  for (const { name, bytes } of files)
    facts.files.push({ who, sessionId, path: name, size: bytes.length, sha: shaOf(bytes), seen: false });
}

async function report(who: Insistent, sessionId: number): Promise<void> {
  const told = await who.ask(filesInfo, {
    body: { session_id: sessionId, files_info: { status: 'presession-uploaded' } },
  });
  if (told.status !== 200) throw new Error(`arrived files were refused with ${told.status}`);
}

async function write(who: Insistent, facts: Facts, threadId: string): Promise<void> {
  const body = `Message ${randomUUID()}`;
  const { status } = await who.ask(postMessage, { body: { thread_id: threadId, body }, key: randomUUID() });
  if (status === 201) facts.messages.push({ threadId, body });
}

async function giveUp(who: Insistent, facts: Facts, sessionId: number): Promise<void> {
  const { status } = await who.ask(cancel, { body: { session_id: sessionId }, key: randomUUID() });
  if (status === 200) facts.cancelled.add(sessionId);
}

/** The musician: marks sessions ready and writes to their clients. */
export async function musiciansWork(who: Insistent, { facts, mayContinue }: Stage): Promise<void> {
  while (await mayContinue()) {
    const { body } = await who.ask(listSessions, { query: { group: 'pending_review' } });
    const session = any(body.sessions.filter(({ status }) => status !== 'cancelled'));
    if (session === undefined) continue;
    const { status } = await who.ask(approve, { body: { session_id: session.id } });
    if (status === 200) facts.approved.set(session.id, (facts.approved.get(session.id) ?? 0) + 1);
    const shown = await who.ask(getSession, { params: { id: session.id } });
    const thread = shown.status === 200 ? shown.body.session.thread_id : null;
    if (thread !== null && (await mayContinue())) await write(who, facts, thread);
  }
}

/** A client who uploads large files in parts. */
export async function partsWork(
  who: Insistent,
  sessionId: number,
  { facts, mayContinue }: Stage,
): Promise<void> {
  while (await mayContinue()) {
    const bytes = randomBytes(PART_BYTES + 1_000_000);
    const name = `${randomUUID()}.wav`;
    const link = await who.ask(uploadLink, {
      body: { session_id: sessionId, files: [{ fileName: name, fileType: TYPE, fileSize: bytes.length }] },
    });
    const key = link.body.urls[0]?.key ?? '';
    const sign = async (request: { method: 'POST' | 'PUT'; uploadId?: string; partNumber?: number }) =>
      (await who.ask(signUpload, { body: { session_id: sessionId, key, ...request } })).body.url;
    const begun = await who.request(await sign({ method: 'POST' }), 'POST');
    const uploadId = /<UploadId>(.*?)<\/UploadId>/.exec(begun.text)?.[1] ?? '';
    const parts: string[] = [];
    for (let partNumber = 1; partNumber <= partCount(bytes.length); partNumber += 1) {
      const part = bytes.subarray((partNumber - 1) * PART_BYTES, partNumber * PART_BYTES);
      const { status, etag } = await who.put(await sign({ method: 'PUT', uploadId, partNumber }), part);
      if (status !== 200) throw new Error(`a part was refused with ${status}`);
      parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${etag}</ETag></Part>`);
    }
    const list = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
    const whole = await who.request(await sign({ method: 'POST', uploadId }), 'POST', list);
    if (whole.status !== 200) throw new Error(`an upload in parts ended with ${whole.status}: ${whole.text}`);
    await report(who, sessionId);
    facts.files.push({ who, sessionId, path: name, size: bytes.length, sha: shaOf(bytes), seen: false });
  }
}
