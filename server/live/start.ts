import * as z from 'zod/mini';
import { Hint } from '#shared/notifications/contract.ts';
import type { Database } from '../db/database.ts';
import type { DatabaseTarget } from '../db/target.ts';
import type { Clock } from '../lib/clock.ts';
import { listen } from './listen.ts';
import type { Log } from '../lib/log.ts';
import { validLogins } from './queries.ts';
import type { Live } from '../ctx/ctx.ts';
import { createHub } from './hub.ts';

/** Live updates of this process: open streams and the listener that feeds them. */
export interface LiveUpdates extends Live {
  /** How many streams are open. */
  count(): number;
  /** Ends all streams; keeps listening. */
  close(): void;
  stop(): Promise<void>;
}

/** Payload of the triggers in migrations 0010, 0031, 0043 and 0079. */
const Notice = z.union([
  z.object({ kind: z.literal('slots'), at: z.string(), musicians: z.array(z.string()) }),
  z.object({ kind: z.literal('profile'), at: z.string(), musician: z.optional(z.string()) }),
  z.object({ ...Hint.shape, at: z.string(), people: z.array(z.string()) }),
]);

/** Starts to listen for changes of any process. */
export async function startLive({
  target,
  db,
  clock,
  log,
}: {
  target: DatabaseTarget;
  db: Database;
  clock: Clock;
  log: Log;
}): Promise<LiveUpdates> {
  const hub = createHub(async (logins) => {
    const live = await validLogins(db, logins, clock.now());
    return new Set(live.map((hash) => hash.toString('hex')));
  });
  const listener = await listen({
    target,
    channel: 'talkback_live',
    log,
    onMessage(payload) {
      const notice = read(payload);
      // A newer release beside this one may send unknown kinds.
      if (notice === null) return;
      if ('musicians' in notice) return hub.notifySlots(notice.musicians);
      if (!('people' in notice)) return hub.notifyProfile(notice.musician);
      const { at, people, ...hint } = notice;
      hub.notify(people, at, hint);
    },
    onReconnect: () => hub.resync(),
  });
  // What was told before this process listened it does not know.
  hub.resync();
  return {
    open: (reader, out) => hub.open(reader, out),
    count: () => hub.count(),
    close: () => hub.close(),
    async stop() {
      hub.close();
      await listener.stop();
    },
  };
}

function read(payload: string): z.infer<typeof Notice> | null {
  try {
    return Notice.parse(JSON.parse(payload));
  } catch {
    return null;
  }
}
