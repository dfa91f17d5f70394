import * as z from 'zod';
import { offsetClock, systemClock, type Clock } from '../lib/clock.ts';

const message = z.object({ type: z.literal('clock'), offsetMs: z.number() });

/**
 * The server's clock. With TALKBACK_TEST_CLOCK (tests only) it starts at the machine's plus that many milliseconds, and
 * a parent moves it by `{type: 'clock', offsetMs}` over IPC, echoed when done.
 */
export function serverClock(env: NodeJS.ProcessEnv): Clock {
  const offsetMs = Number(env['TALKBACK_TEST_CLOCK'] ?? Number.NaN);
  if (Number.isNaN(offsetMs) || process.send === undefined) return systemClock;
  const clock = offsetClock();
  clock.offset = offsetMs;
  process.on('message', (received) => {
    const read = message.safeParse(received);
    if (!read.success) return;
    clock.offset = read.data.offsetMs;
    process.send?.(read.data);
  });
  return clock;
}
