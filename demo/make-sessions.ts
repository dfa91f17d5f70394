import { cancel, confirm, prebook, sendFeedback } from '#server/booking/service.ts';
import { refreshNextFree } from '#server/calendar/steps.ts';
import { finalizeUploads } from '#server/files/uploads/finalize.ts';
import { insertUploads, type NewUpload } from '#server/files/uploads/queries-uploads.ts';
import type { Actor, SignedInCtx } from '#server/ctx/ctx.ts';
import { newId } from '#server/lib/ids.ts';
import { postMessage } from '#server/messages/service.ts';
import { rate } from '#server/sessions/rate.ts';
import { approve, close } from '#server/sessions/service.ts';
import { createTrack, listTracks } from '#server/sessions/create-track.ts';
import type { Result } from '#shared/lib/result.ts';
import type { DemoContext } from './context.ts';
import type { Order } from './recorder.ts';
import * as queries from './queries.ts';
import { DEMO_REVIEWS } from './reviews.ts';
import { runOf } from './run-of.ts';
import { DEMO_SESSIONS, type DemoFile, type DemoSession, type HistoryEvent } from './sessions.ts';

type People = ReadonlyMap<string, Actor>;

/** A booked session of the demo with its people. */
interface Made {
  readonly id: number;
  readonly threadId: string;
  readonly endsAt: Temporal.Instant;
  readonly bookedAt: Temporal.Instant;
  readonly client: Actor;
  readonly musician: Actor;
  readonly plan: DemoSession;
}

/** Books all sessions of the demo and replays their history by the product's verbs. */
export async function makeSessions(demo: DemoContext, people: People, musicians: People): Promise<void> {
  for (const plan of [...DEMO_SESSIONS, ...DEMO_REVIEWS]) {
    const client = known(people, plan.client);
    const musician = known(musicians, plan.musician);
    const session = await book(demo, plan, client, musician);
    for (const happening of plan.happenings) {
      const from = happening.after === 'end' ? session.endsAt : session.bookedAt;
      await happen(demo, session, happening, from.add({ minutes: Math.round(happening.hours * 60) }));
    }
  }
  await demo.steps(demo.now, queries.recomputeFirstSessions);
  for (const { id } of musicians.values())
    await demo.steps(demo.now, (tx) => refreshNextFree(tx, id, demo.now));
}

function known(people: People, name: string): Actor {
  const person = people.get(name);
  if (person === undefined) throw new Error(`the demo has nobody called ${name}`);
  return person;
}

function done<T>(result: Result<T>, what: string): T {
  if (!result.ok) throw new Error(`the demo could not ${what}: ${result.reason} ${result.detail ?? ''}`);
  return result.value;
}

async function book(demo: DemoContext, plan: DemoSession, client: Actor, musician: Actor): Promise<Made> {
  const ctx = demo.ctxAt(demo.now);
  const service = await queries.service(ctx.db, plan.service);
  const free = await queries.freeSlots(ctx.db, musician.id, service.category, service.unit_minutes);
  const slots = runOf(free, service.slots, plan.day, demo.now);
  const bookedAt = demo.now.add({ hours: 24 * (plan.day - plan.bookedDaysBefore) });
  const as = demo.as(client, bookedAt);
  const track = {
    title: plan.title,
    track_genre: plan.genre,
    reference_track: null,
    meter: plan.meter,
    bpm: String(plan.bpm),
    sampleRate: '48 kHz',
  };
  const nothing = { params: {}, query: {} };
  const held = await prebook(as, {
    ...nothing,
    body: {
      slots: slots.map((slot) => slot.id),
      primary_slot: slots[0]?.id ?? '',
      options: { service_id: service.id },
    },
  });
  const { session: hold } = done(held, `hold a time for ${plan.title}`);
  const confirmed = await confirm(as, {
    ...nothing,
    body: {
      session_id: hold.id,
      track_id: await trackFor(as, track),
      session_info: track,
      deliverables: { files_format: 'Stems to be imported in a different DAW', attendance: plan.attendance },
      message: plan.message ?? null,
    },
  });
  const { session } = done(confirmed, `book ${plan.title}`);
  return {
    id: session.id,
    threadId: session.thread_id ?? '',
    endsAt: Temporal.Instant.from(session.end_date),
    bookedAt,
    client,
    musician,
    plan,
  };
}

/** The client's track of that title, created with its first session. */
async function trackFor(as: SignedInCtx, track: { readonly title: string }): Promise<string> {
  const paging = { query: { page: 0, size: 100 }, params: {}, body: {} };
  const { tracks } = done(await listTracks(as, paging), 'list the tracks');
  const known = tracks.find(({ title }) => title === track.title);
  if (known !== undefined) return known.id;
  return done(await createTrack(as, { params: {}, query: {}, body: track }), `keep ${track.title}`).id;
}

async function happen(
  demo: DemoContext,
  made: Made,
  happening: HistoryEvent,
  at: Temporal.Instant,
): Promise<void> {
  const { id, client, musician, plan } = made;
  const input = { params: {}, query: {}, body: { session_id: id } };
  switch (happening.kind) {
    case 'files':
      return sendFiles(demo, made, happening, at);
    case 'approve':
      return void done(await approve(demo.as(musician, at), input), `approve ${plan.title}`);
    case 'close':
      return void done(await close(demo.as(musician, at), input), `close ${plan.title}`);
    case 'cancel': {
      const body = { session_id: id, cancellation_reasons: [happening.reason] };
      return void done(await cancel(demo.as(client, at), { ...input, body }), `cancel ${plan.title}`);
    }
    case 'message': {
      const author = happening.from === 'client' ? client : musician;
      const body = { thread_id: made.threadId, body: happening.body };
      return void done(
        await postMessage(demo.as(author, at), { ...input, body }),
        `write about ${plan.title}`,
      );
    }
    case 'rate': {
      const body = { session_id: id, rating: happening.stars, comment: happening.comment };
      return void done(await rate(demo.as(client, at), { ...input, body }), `rate ${plan.title}`);
    }
    case 'request_files': {
      const feedback_type = 'missing_materials' as const;
      const { notes: feedback_notes } = happening;
      const body = { session_id: id, feedback_type, cancellation_reasons: [], feedback_notes };
      return void done(
        await sendFeedback(demo.as(musician, at), { ...input, body }),
        `ask again for ${plan.title}`,
      );
    }
    default:
      return happening satisfies never;
  }
}

async function sendFiles(
  demo: DemoContext,
  made: Made,
  { folder, files }: Extract<HistoryEvent, { kind: 'files' }>,
  at: Temporal.Instant,
): Promise<void> {
  const by = folder === 'user' ? made.client : made.musician;
  const ctx = demo.ctxAt(at);
  const uploads = files.map((file): NewUpload => {
    const id = newId();
    const cut = file.path.lastIndexOf('/') + 1;
    return {
      id,
      session_id: made.id,
      folder,
      prefix: file.path.slice(0, cut),
      name: file.path.slice(cut),
      key: `sessions/${made.id}/${folder}/${id}`,
      content_type: file.path.endsWith('.mp3') ? 'audio/mpeg' : 'audio/wav',
      size: null,
      created_by: by.id,
      created_at: at,
      expires_at: at.add({ hours: 24 }),
    };
  });
  await insertUploads(ctx.db, uploads);
  for (const [index, upload] of uploads.entries()) {
    const file = files[index];
    if (file === undefined) throw new Error('a file without a name');
    const { bytes } = await demo.recorder.render(orderOf(file, made.plan));
    await demo.storage.put(upload.key, Buffer.from(bytes), bytes.length, upload.content_type);
  }
  await finalizeUploads(ctx, { sessionId: made.id, folder, by });
}

/** Has the music of all sessions rendered ahead, in the order in which they are made. */
export function orderMusic({ recorder }: Pick<DemoContext, 'recorder'>): void {
  for (const plan of [...DEMO_SESSIONS, ...DEMO_REVIEWS])
    for (const happening of plan.happenings)
      if (happening.kind === 'files')
        for (const file of happening.files) void recorder.render(orderOf(file, plan));
}

function orderOf({ path, part }: DemoFile, { title, bpm }: DemoSession): Order {
  const format = path.endsWith('.mp3') ? 'mp3' : 'wav';
  return { take: { song: title, part, bpm, bars: 2 }, format };
}
