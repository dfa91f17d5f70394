import { useEffect, useState } from 'react';
import { serverNow } from './clock.ts';

const present = () => Temporal.Instant.fromEpochMilliseconds(Math.floor(serverNow()));

/** The server's now, updated every `everyMs` milliseconds. */
export function useNow(everyMs = 15_000): Temporal.Instant {
  const [now, setNow] = useState(present);
  useEffect(() => {
    const timer = setInterval(() => setNow(present()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
