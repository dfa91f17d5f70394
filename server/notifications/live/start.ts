import * as z from 'zod/mini';
import { Hint } from '../../../shared/notifications/contract.ts';
import type { Database, DatabaseTarget } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import { listen } from '../../lib/listen.ts';
import type { Log } from '../../lib/log.ts';
import { liveLogins } from '../queries-live.ts';
import { createHub, type Hub } from './hub.ts';

/** Live updates of this process: open streams, and the ear at the database that feeds them. */
export interface Live extends Pick<Hub, 'open'> {
  /** Ends all streams. The ear stays. */
  close(): void;
  stop(): Promise<void>;
}

/** What the triggers of migration 0010 say. */
const Told = z.object({ ...Hint.shape, at: z.string(), people: z.array(z.string()) });

/** Starts to hear what changes, whichever process changes it. */
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
}): Promise<Live> {
  const hub = createHub(async (logins) => {
    const live = await liveLogins(db, logins, clock.now());
    return new Set(live.map((hash) => hash.toString('hex')));
  });
  const listener = await listen({
    target,
    channel: 'talkback_live',
    log,
    hear(payload) {
      const told = read(payload);
      // A newer release beside this one may tell of what we do not know.
      if (told === null) return;
      const { at, people, ...hint } = told;
      hub.tell(people, at, hint);
    },
    back: () => hub.resync(),
  });
  return {
    open: (reader) => hub.open(reader),
    close: () => hub.close(),
    async stop() {
      hub.close();
      await listener.stop();
    },
  };
}

function read(payload: string): z.infer<typeof Told> | null {
  try {
    return Told.parse(JSON.parse(payload));
  } catch {
    return null;
  }
}
