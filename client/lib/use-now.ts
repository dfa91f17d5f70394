import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { dayOf } from '#shared/lib/time.ts';
import { serverNow } from './clock.ts';

const present = () => Temporal.Instant.fromEpochMilliseconds(Math.floor(serverNow()));

/**
 * The server's now, updated every `everyMs` milliseconds. Renders its component each time: only for what shows little
 * more than a time.
 */
export function useNow(everyMs = 15_000): Temporal.Instant {
  const [now, setNow] = useState(present);
  useEffect(() => {
    const timer = setInterval(() => setNow(present()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/**
 * The server's now as of when `view` last made something else of it, looked at every `everyMs` milliseconds: a tick after
 * which a screen would look the same does not render it. `view` returns what the screen depends on, as JSON can write it.
 */
export function useNowFor(view: (now: Temporal.Instant) => unknown, everyMs = 15_000): Temporal.Instant {
  const [now, setNow] = useState(present);
  const key = JSON.stringify(view(now));
  const update = useEffectEvent(() => {
    const next = present();
    if (JSON.stringify(view(next)) !== key) setNow(next);
  });
  useEffect(() => {
    const timer = setInterval(() => update(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  // After other data came: what they depend on may have passed meanwhile.
  const [known, setKnown] = useState(key);
  if (key !== known) {
    setKnown(key);
    const next = present();
    if (JSON.stringify(view(next)) !== key) setNow(next);
  }
  return now;
}

/** A text about now, as of now; renders when it reads otherwise. */
export function useTextNow(text: (now: Temporal.Instant) => string, everyMs?: number): string {
  return text(useNowFor(text, everyMs));
}

/** Today in a zone. */
export function useToday(zone: string): Temporal.PlainDate {
  const now = useNowFor((at) => dayOf(at, zone));
  return useMemo(() => dayOf(now, zone), [now, zone]);
}
