import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { cancel, confirm, prebook } from '#shared/booking/contract.ts';
import { listSlots } from '#shared/explore/contract.ts';
import { getConfiguration } from '#shared/explore/contract.ts';
import { filesInfo, signUpload, uploadLink } from '#shared/files/contract.ts';
import { PART_BYTES, partCount } from '#shared/files/rules.ts';
import { postMessage } from '#shared/messages/contract.ts';
import { approve, getSession, listSessions } from '#shared/sessions/contract.ts';
import type { Confirmed } from './confirmed.ts';
import type { RetryingClient } from './retrying-client.ts';

/** Shared state of the workers. */
export interface WorkContext {
  readonly confirmed: Confirmed;
  readonly musician: { readonly id: string; readonly slug: string };
  /** Waits while paused; false at the end. */
  readonly mayContinue: () => Promise<boolean>;
}

const TYPE = 'application/octet-stream';
/** A client with more sessions cancels before booking again. */
const MAX_SESSIONS = 15;

const randomItem = <T>(all: readonly T[]): T | undefined => all[Math.floor(Math.random() * all.length)];
const checksumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A client: books, uploads, writes, cancels, repeats. */
export async function runClient(
  client: RetryingClient,
  { confirmed, musician, mayContinue }: WorkContext,
): Promise<void> {
  const config = await client.call(getConfiguration, { params: { slug: musician.slug }, query: {} });
  const services = config.body[0]?.services.servicesList ?? [];
  const ownSessions: number[] = [];
  while (await mayContinue()) {
    const { body } = await client.call(listSlots, { params: { id: musician.id }, query: { days: 60 } });
    const slot = randomItem(
      body.slots.filter(({ status, restricted }) => status === 'available' && !restricted),
    );
    const service = services.find(
      ({ category, unit_minutes, slots }) =>
        slots === 1 && category === slot?.service_category && unit_minutes === slot.duration,
    );
    if (slot === undefined || service === undefined) throw new Error('there is nothing to book');
    const held = await client.call(prebook, {
      body: { slots: [slot.id], primary_slot: slot.id, options: { service_id: service.id } },
      key: randomUUID(),
    });
    if (held.status !== 201) continue;
    const title = `Take ${randomUUID()}`;
    const booked = await client.call(confirm, {
      body: {
        session_id: held.body.session.id,
        session_info: { title },
        deliverables: { files_format: 'WAV', attendance: true },
      },
      key: randomUUID(),
    });
    if (booked.status !== 201) continue;
    const { id, thread_id } = booked.body.session;
    confirmed.booked.set(id, title);
    ownSessions.push(id);
    if (!(await mayContinue())) return;
    await sendFiles(client, confirmed, id);
    if (thread_id !== null) await sendMessage(client, confirmed, thread_id);
    if (ownSessions.length > MAX_SESSIONS || Math.random() < 0.3)
      await cancelSession(client, confirmed, ownSessions.shift() ?? id);
  }
}

async function sendFiles(client: RetryingClient, confirmed: Confirmed, sessionId: number): Promise<void> {
  const files = Array.from({ length: 2 }, () => {
    const bytes = randomBytes(1 + Math.floor(Math.random() * 300_000));
    return { name: `${randomUUID()}.wav`, bytes };
  });
  const links = await client.call(uploadLink, {
    body: {
      session_id: sessionId,
      files: files.map(({ name, bytes }) => ({ fileName: name, fileType: TYPE, fileSize: bytes.length })),
    },
  });
  if (links.status !== 200) return;
  for (const [at, { bytes }] of files.entries()) {
    const { status } = await client.put(links.body.urls[at]?.url ?? '', bytes, TYPE);
    if (status !== 200) throw new Error(`a file was refused with ${status}`);
  }
  await reportFiles(client, sessionId);
  for (const { name, bytes } of files)
    confirmed.files.push({
      owner: client,
      sessionId,
      path: name,
      size: bytes.length,
      checksum: checksumOf(bytes),
      isVerified: false,
    });
}

async function reportFiles(client: RetryingClient, sessionId: number): Promise<void> {
  const reported = await client.call(filesInfo, {
    body: { session_id: sessionId, files_info: { status: 'presession-uploaded' } },
  });
  if (reported.status !== 200) throw new Error(`arrived files were refused with ${reported.status}`);
}

async function sendMessage(client: RetryingClient, confirmed: Confirmed, threadId: string): Promise<void> {
  const body = `Message ${randomUUID()}`;
  const { status } = await client.call(postMessage, {
    body: { thread_id: threadId, body },
    key: randomUUID(),
  });
  if (status === 201) confirmed.messages.push({ threadId, body });
}

async function cancelSession(client: RetryingClient, confirmed: Confirmed, sessionId: number): Promise<void> {
  const { status } = await client.call(cancel, { body: { session_id: sessionId }, key: randomUUID() });
  if (status === 200) confirmed.cancelled.add(sessionId);
}

/** The musician: marks sessions ready and writes to their clients. */
export async function runMusician(
  client: RetryingClient,
  { confirmed, mayContinue }: WorkContext,
): Promise<void> {
  while (await mayContinue()) {
    const { body } = await client.call(listSessions, { query: { group: 'pending_review' } });
    const session = randomItem(body.sessions.filter(({ status }) => status !== 'cancelled'));
    if (session === undefined) continue;
    const { status } = await client.call(approve, { body: { session_id: session.id } });
    if (status === 200) confirmed.approved.set(session.id, (confirmed.approved.get(session.id) ?? 0) + 1);
    const shown = await client.call(getSession, { params: { id: session.id } });
    const thread = shown.status === 200 ? shown.body.session.thread_id : null;
    if (thread !== null && (await mayContinue())) await sendMessage(client, confirmed, thread);
  }
}

/** A client who uploads large files in parts. */
export async function runPartsUploader(
  client: RetryingClient,
  sessionId: number,
  { confirmed, mayContinue }: WorkContext,
): Promise<void> {
  while (await mayContinue()) {
    const bytes = randomBytes(PART_BYTES + 1_000_000);
    const name = `${randomUUID()}.wav`;
    const link = await client.call(uploadLink, {
      body: { session_id: sessionId, files: [{ fileName: name, fileType: TYPE, fileSize: bytes.length }] },
    });
    const key = link.body.urls[0]?.key ?? '';
    const sign = async (request: { method: 'POST' | 'PUT'; uploadId?: string; partNumber?: number }) =>
      (await client.call(signUpload, { body: { session_id: sessionId, key, ...request } })).body.url;
    const begun = await client.request(await sign({ method: 'POST' }), 'POST');
    const uploadId = /<UploadId>(.*?)<\/UploadId>/.exec(begun.text)?.[1] ?? '';
    const parts: string[] = [];
    for (let partNumber = 1; partNumber <= partCount(bytes.length); partNumber += 1) {
      const part = bytes.subarray((partNumber - 1) * PART_BYTES, partNumber * PART_BYTES);
      const { status, etag } = await client.put(await sign({ method: 'PUT', uploadId, partNumber }), part);
      if (status !== 200) throw new Error(`a part was refused with ${status}`);
      parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${etag}</ETag></Part>`);
    }
    const list = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
    const whole = await client.request(await sign({ method: 'POST', uploadId }), 'POST', list);
    if (whole.status !== 200) throw new Error(`an upload in parts ended with ${whole.status}: ${whole.text}`);
    await reportFiles(client, sessionId);
    confirmed.files.push({
      owner: client,
      sessionId,
      path: name,
      size: bytes.length,
      checksum: checksumOf(bytes),
      isVerified: false,
    });
  }
}
