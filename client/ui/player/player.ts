/** What a player plays. */
export interface Track {
  readonly id: string;
  /** The name on the player's bar. */
  readonly title: string;
  /** The name in labels, where the title alone is not enough. */
  readonly label: string;
}

/** The player's state; times in seconds, `seconds` is null until the length is known. */
export interface PlayerState<T extends Track = Track> {
  readonly track: T;
  readonly status: 'loading' | 'playing' | 'paused' | 'failed';
  readonly at: number;
  readonly seconds: number | null;
  /** Why it failed; null otherwise. */
  readonly problem: string | null;
}

/** The part of an HTMLAudioElement that the player needs. */
export type AudioPort = Pick<
  HTMLAudioElement,
  'src' | 'currentTime' | 'duration' | 'error' | 'play' | 'pause' | 'load' | 'removeAttribute'
> &
  Pick<EventTarget, 'addEventListener'>;

export interface PlayerPorts<T extends Track> {
  readonly audio: AudioPort;
  /** A short-lived link to the bytes. */
  readonly link: (what: T) => Promise<string>;
  /** The message for a failure of `link`. */
  readonly errorMessage: (error: unknown) => string;
  /** Milliseconds that only grow. */
  readonly clock: () => number;
  /** The message for bytes that the browser cannot play. */
  readonly unplayable: string;
}

/** Links live for 15 minutes; an older one than this is renewed before the next jump or start. */
const FRESH_MS = 14 * 60_000;
/** MediaError: the bytes did not come; any other code is about the bytes themselves. */
const MEDIA_ERR_NETWORK = 2;

const CONNECTION_LOST = 'The connection was lost. Press play to continue.';
/** Firefox's message without a sound device; its code blames the file. */
const NO_SOUND_DEVICE = /OnMediaSinkAudioError/;

const NO_OUTPUT =
  'There is nothing to play sound on here. Check your speakers or headphones, then press play.';

/**
 * Plays one file at a time, streamed from a signed link. An expired link is renewed once, at the same position
 * (docs/product/files.md#player).
 */
export function createPlayer<T extends Track>({
  audio,
  link,
  errorMessage,
  clock,
  unplayable,
}: PlayerPorts<T>) {
  let state: PlayerState<T> | null = null;
  /** Whether the person wants it to play. */
  let shouldPlay = false;
  /** Counts openings, to recognize late responses. */
  let loadId = 0;
  /** The element has this file's metadata and the right position. */
  let ready = false;
  let isRequestingLink = false;
  let linkedAt = -Infinity;
  /** Faults since sound was last heard. */
  let errorCount = 0;
  const subscribers = new Set<() => void>();

  const set = (next: PlayerState<T> | null) => {
    state = next;
    for (const subscriber of subscribers) subscriber();
  };
  const update = (part: Partial<PlayerState<T>>) => {
    if (state !== null) set({ ...state, ...part });
  };
  const fail = (problem: string) => {
    shouldPlay = false;
    ready = false;
    update({ status: 'failed', problem });
  };

  const start = () => {
    const ownLoadId = loadId;
    audio.play().catch((error: unknown) => {
      // The browser requires another press; faults of the bytes arrive as the element's own event.
      if (ownLoadId !== loadId || !(error instanceof DOMException) || error.name !== 'NotAllowedError')
        return;
      shouldPlay = false;
      update({ status: 'paused' });
    });
  };

  const load = async (what: T) => {
    loadId += 1;
    const ownLoadId = loadId;
    ready = false;
    isRequestingLink = true;
    if (shouldPlay) update({ status: 'loading', problem: null });
    audio.pause();
    try {
      const url = await link(what);
      if (ownLoadId !== loadId) return;
      audio.src = url;
      linkedAt = clock();
      isRequestingLink = false;
      if (shouldPlay) start();
    } catch (error) {
      if (ownLoadId !== loadId) return;
      isRequestingLink = false;
      fail(errorMessage(error));
    }
  };

  const length = () => (Number.isFinite(audio.duration) && audio.duration > 0 ? audio.duration : null);
  const isStale = () => clock() - linkedAt > FRESH_MS;

  audio.addEventListener('loadedmetadata', () => {
    if (state === null || isRequestingLink) return;
    if (state.at > 0) audio.currentTime = state.at;
    ready = true;
    update({ seconds: length() });
  });
  audio.addEventListener('durationchange', () => {
    if (ready) update({ seconds: length() });
  });
  audio.addEventListener('playing', () => {
    if (shouldPlay) update({ status: 'playing', problem: null });
  });
  audio.addEventListener('waiting', () => {
    if (shouldPlay) update({ status: 'loading' });
  });
  audio.addEventListener('timeupdate', () => {
    if (!ready || state === null || audio.currentTime === state.at) return;
    if (state.status === 'playing') errorCount = 0;
    update({ at: audio.currentTime });
  });
  audio.addEventListener('pause', () => {
    if (isRequestingLink || state === null || state.status === 'failed') return;
    shouldPlay = false;
    update({ status: 'paused' });
  });
  audio.addEventListener('ended', () => {
    shouldPlay = false;
    update({ status: 'paused' });
  });
  audio.addEventListener('error', () => {
    if (state === null || isRequestingLink) return;
    errorCount += 1;
    if (NO_SOUND_DEVICE.test(audio.error?.message ?? '')) fail(NO_OUTPUT);
    else if (errorCount === 1) void load(state.track);
    else fail(audio.error?.code === MEDIA_ERR_NETWORK ? CONNECTION_LOST : unplayable);
  });

  const toggle = (): void => {
    if (state === null) return;
    shouldPlay = !shouldPlay;
    if (!shouldPlay) {
      audio.pause();
      update({ status: 'paused' });
      return;
    }
    const failed = state.status === 'failed';
    update({ status: 'loading', problem: null });
    if (failed) errorCount = 0;
    if (failed || (isStale() && !isRequestingLink)) void load(state.track);
    else if (!isRequestingLink) start();
  };

  return {
    /** The state, or null without a file. */
    get: (): PlayerState<T> | null => state,
    /** The id of the file that is playing or about to, or null. */
    activeId: (): string | null => (shouldPlay ? (state?.track.id ?? null) : null),
    /** The current position in seconds, more precise than the state's. */
    position: (): number => (ready ? audio.currentTime : (state?.at ?? 0)),
    subscribe: (subscriber: () => void): (() => void) => {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    /** Plays a track from a position in seconds; the current one is resumed or paused. */
    press: (what: T, at = 0): void => {
      if (state?.track.id === what.id) return toggle();
      shouldPlay = true;
      errorCount = 0;
      set({ track: what, status: 'loading', at, seconds: null, problem: null });
      void load(what);
    },
    /** Pauses, or resumes at the same position. */
    toggle,
    /** Seeks to a position in seconds. */
    seek: (to: number): void => {
      if (state === null) return;
      const at = Math.min(Math.max(to, 0), state.seconds ?? to);
      update({ at });
      if (state.status === 'failed' || isRequestingLink) return;
      if (isStale()) void load(state.track);
      else if (ready) audio.currentTime = at;
    },
    /** Stops and releases the file. */
    close: (): void => {
      loadId += 1;
      shouldPlay = false;
      ready = false;
      isRequestingLink = false;
      set(null);
      audio.pause();
      audio.removeAttribute('src');
      audio.load();
    },
  };
}

export type Player<T extends Track = Track> = ReturnType<typeof createPlayer<T>>;

/** What a player's bar needs, whatever it plays. */
export type PlayerControls = Omit<Player, 'press'>;
