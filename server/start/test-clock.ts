import * as z from 'zod';
import { offsetClock, systemClock, type Clock } from '../lib/clock.ts';

const message = z.object({ type: z.literal('clock'), offsetMs: z.number() });

/**
 * The server's clock. With TALKBACK_TEST_CLOCK=1 (tests only) a parent moves it by `{type: 'clock', offsetMs}` over
 * IPC, echoed when done.
 */
export function serverClock(env: NodeJS.ProcessEnv): Clock {
  if (env['TALKBACK_TEST_CLOCK'] !== '1' || process.send === undefined) return systemClock;
  const clock = offsetClock();
  process.on('message', (received) => {
    const read = message.safeParse(received);
    if (!read.success) return;
    clock.offset = read.data.offsetMs;
    process.send?.(read.data);
  });
  return clock;
}
