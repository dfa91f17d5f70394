import { createHash } from 'node:crypto';
import { sendFeedback } from '#shared/booking/contract.ts';
import * as files from '#shared/files/contract.ts';
import type { Folder } from '#shared/files/contract.ts';
import { postMessage } from '#shared/messages/contract.ts';
import { approve, close, rate } from '#shared/sessions/contract.ts';
import type { Session } from '#shared/sessions/contract.ts';
import { pick } from '../../storm/random.ts';
import type { Act, WeightedAct } from './act.ts';
import { about, isUpcoming, oneSession } from './booking.ts';
import { ask, outcomeOf } from '../ask.ts';
import { download, upload } from '../bytes.ts';
import type { SimulatedPerson } from '../person.ts';
import type { World } from '../world.ts';

const LARGEST = 40_000;
const isLive = ({ status }: { status: string }): boolean => status !== 'cancelled';

const write: Act = about(isLive, async (world, person, session) => {
  if (session.thread_id === null) return 'no thread';
  const body = `Message ${world.report.seed}-${session.id}-${Math.floor(person.random() * 1e9)}`;
  const answer = await ask(world, postMessage, { body: { thread_id: session.thread_id, body } }, person);
  if (answer.status === 201) world.memory.messages.add(body);
  return answer.problem.code ?? 201;
});

function bytesOf(random: () => number): Buffer {
  const bytes = Buffer.alloc(1 + Math.floor(random() * LARGEST));
  for (let at = 0; at < bytes.length; at += 97) bytes[at] = Math.floor(random() * 256);
  return bytes;
}

/** Sends a few files into the own folder of a session, and says so; some are given up half way. */
async function sendFiles(world: World, person: SimulatedPerson, session: Session): Promise<string | number> {
  const folder = person.role === 'partner' ? 'output' : 'user';
  const sent = Array.from({ length: 1 + Math.floor(person.random() * 3) }, (_, nr) => ({
    path: `take ${Math.floor(person.random() * 40)}-${nr}.wav`,
    bytes: bytesOf(person.random),
  }));
  const announced = sent.map(({ path, bytes }) => ({ fileName: path, fileSize: bytes.length }));
  const links = await ask(
    world,
    files.uploadLink,
    { body: { session_id: session.id, files: announced } },
    person,
  );
  if (links.status !== 200) return links.problem.code;
  for (const [nr, { bytes }] of sent.entries()) {
    const { url = '' } = links.body.urls[nr] ?? {};
    const status = await upload(world, url, bytes, person);
    if (status !== 200) {
      const body = { session_id: session.id, keys: links.body.urls.map(({ key }) => key) };
      await ask(world, files.cancelUploads, { body }, person);
      return `upload ${status}`;
    }
  }
  const status = folder === 'output' ? 'session-files-uploaded' : 'presession-uploaded';
  const keys = links.body.urls.map(({ key }) => key);
  const body = { session_id: session.id, files_info: { status, keys } } as const;
  const told = await ask(world, files.filesInfo, { body }, person);
  if (told.status !== 200) return told.problem.code;
  const listed = await ask(world, files.listFiles, { query: { session_id: session.id, folder } }, person);
  for (const { path, bytes } of sent) {
    if (listed.status !== 200 || !listed.body.files.some(({ filePath }) => filePath === path)) continue;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    world.memory.sent({ session: session.id, folder, path, sha256 });
  }
  return 200;
}

const sendBefore: Act = about(isUpcoming, sendFiles);

const deliver: Act = about(
  ({ status }) => status === 'partner_upload_required',
  async (world, person, session) => {
    if (person.random() < 0.05)
      return (await ask(world, close, { body: { session_id: session.id } }, person)).problem.code ?? 'closed';
    return sendFiles(world, person, session);
  },
);

const empty: Act = about(
  ({ files: { user, output } }) => user + output > 0,
  async (world, person, session) => {
    const folder = person.role === 'partner' ? 'output' : 'user';
    const answer =
      folder === 'output'
        ? await ask(world, files.deleteOutput, { body: { session_id: session.id } }, person)
        : await ask(world, files.deleteFolder, { body: { session_id: session.id, folder } }, person);
    if (answer.status === 200) world.memory.emptied(new Set([session.id]), folder);
    return answer.problem.code ?? 200;
  },
);

/** Downloads a file of the other side and compares it with what was sent. */
const fetchFile: Act = async (world, person) => {
  const folder: Folder = person.role === 'partner' ? 'user' : 'output';
  const session = await oneSession(world, person, (one) => one.files[folder] > 0);
  if (session === null) return 'nothing';
  const listed = await ask(world, files.listFiles, { query: { session_id: session.id, folder } }, person);
  if (listed.status !== 200 || listed.body.files.length === 0) return 'gone';
  const { filePath } = pick(person.random, listed.body.files);
  const query = { session_id: session.id, path: filePath, folder } as const;
  const link = await ask(world, files.downloadLink, { query }, person);
  if (link.status !== 200) return link.problem.code;
  const bytes = await download(world, link.body.downloadUrl, person);
  if (bytes === null) return 'away';
  const known = world.memory.files.get(`${session.id} ${folder} ${filePath}`);
  const found = createHash('sha256').update(bytes).digest('hex');
  if (known !== undefined && known.sha256 !== found)
    world.report.breach(`${filePath} of session ${session.id} has other bytes than were sent`);
  return 200;
};

const fetchArchive: Act = async (world, person) => {
  const folder: Folder = person.role === 'partner' ? 'user' : 'output';
  const session = await oneSession(world, person, (one) => one.files[folder] > 0);
  if (session === null) return 'nothing';
  const link = await ask(world, files.archiveLink, { body: { session_id: session.id, folder } }, person);
  return link.problem.code ?? link.body.code;
};

const giveStars: Act = about(
  ({ type, status }) => type === 'past' && status !== 'cancelled',
  async (world, person, session) => {
    const body = { session_id: session.id, rating: 1 + Math.floor(person.random() * 5) };
    return outcomeOf(world, rate, { body }, person);
  },
);

const ready: Act = about(isUpcoming, async (world, person, session) => {
  return outcomeOf(world, approve, { body: { session_id: session.id } }, person);
});

const askAgain: Act = about(isUpcoming, async (world, person, session) => {
  const body = {
    session_id: session.id,
    feedback_type: 'missing_materials' as const,
    cancellation_reasons: ['The stems are missing'],
    feedback_notes: 'Please send stems.',
  };
  return outcomeOf(world, sendFeedback, { body }, person);
});

/** What clients do about their sessions. */
export const CLIENT_SESSION_ACTS: readonly WeightedAct[] = [
  ['write', write, 8],
  ['send files', sendBefore, 12],
  ['delete files', empty, 1],
  ['download', fetchFile, 5],
  ['archive', fetchArchive, 2],
  ['rate', giveStars, 4],
];
/** What musicians do about theirs. */
export const MUSICIAN_SESSION_ACTS: readonly WeightedAct[] = [
  ['write', write, 8],
  ['ready', ready, 8],
  ['ask again', askAgain, 3],
  ['deliver', deliver, 25],
  ['delete files', empty, 1],
  ['download', fetchFile, 5],
  ['archive', fetchArchive, 2],
];
