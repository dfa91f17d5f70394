import type { FileEntry, Folder } from '#shared/files/contract.ts';

/** An audio file and its folder. */
export interface Playable {
  readonly file: FileEntry;
  readonly folder: Folder;
}

/** The player's state; times in seconds, `seconds` is null until the length is known. */
export interface Playing extends Playable {
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

export interface PlayerPorts {
  readonly audio: AudioPort;
  /** A short-lived link to the file's bytes. */
  readonly link: (what: Playable) => Promise<string>;
  /** The message for a failure of `link`. */
  readonly errorMessage: (error: unknown) => string;
  /** Milliseconds that only grow. */
  readonly clock: () => number;
}

/** Links live for 15 minutes; an older one than this is renewed before the next jump or start. */
const FRESH_MS = 14 * 60_000;
/** MediaError: the bytes did not come; any other code is about the bytes themselves. */
const MEDIA_ERR_NETWORK = 2;

const BROKEN = 'The connection was lost. Press play to continue.';
/** Firefox's message without a sound device; its code blames the file. */
const NO_SOUND = /OnMediaSinkAudioError/;

const SILENT = 'There is nothing to play sound on here. Check your speakers or headphones, then press play.';
const UNPLAYABLE = 'Your browser cannot play this file. Download it to listen.';

/**
 * Plays one file at a time, streamed from a signed link. An expired link is renewed once, at the same position
 * (docs/product/files.md#player).
 */
export function createPlayer({ audio, link, errorMessage, clock }: PlayerPorts) {
  let state: Playing | null = null;
  /** Whether the person wants it to play. */
  let wanted = false;
  /** Counts openings, to recognize late responses. */
  let turn = 0;
  /** The element has this file's metadata and the right position. */
  let ready = false;
  let asking = false;
  let linkedAt = -Infinity;
  /** Faults since sound was last heard. */
  let faults = 0;
  const watchers = new Set<() => void>();

  const set = (next: Playing | null) => {
    state = next;
    for (const watcher of watchers) watcher();
  };
  const update = (part: Partial<Playing>) => {
    if (state !== null) set({ ...state, ...part });
  };
  const fail = (problem: string) => {
    wanted = false;
    ready = false;
    update({ status: 'failed', problem });
  };

  const start = () => {
    const mine = turn;
    audio.play().catch((error: unknown) => {
      // The browser requires another press; faults of the bytes arrive as the element's own event.
      if (mine !== turn || !(error instanceof DOMException) || error.name !== 'NotAllowedError') return;
      wanted = false;
      update({ status: 'paused' });
    });
  };

  const load = async (what: Playable) => {
    turn += 1;
    const mine = turn;
    ready = false;
    asking = true;
    if (wanted) update({ status: 'loading', problem: null });
    audio.pause();
    try {
      const url = await link(what);
      if (mine !== turn) return;
      audio.src = url;
      linkedAt = clock();
      asking = false;
      if (wanted) start();
    } catch (error) {
      if (mine !== turn) return;
      asking = false;
      fail(errorMessage(error));
    }
  };

  const length = () => (Number.isFinite(audio.duration) && audio.duration > 0 ? audio.duration : null);
  const isStale = () => clock() - linkedAt > FRESH_MS;

  audio.addEventListener('loadedmetadata', () => {
    if (state === null || asking) return;
    if (state.at > 0) audio.currentTime = state.at;
    ready = true;
    update({ seconds: length() });
  });
  audio.addEventListener('durationchange', () => {
    if (ready) update({ seconds: length() });
  });
  audio.addEventListener('playing', () => {
    if (wanted) update({ status: 'playing', problem: null });
  });
  audio.addEventListener('waiting', () => {
    if (wanted) update({ status: 'loading' });
  });
  audio.addEventListener('timeupdate', () => {
    if (!ready || state === null || audio.currentTime === state.at) return;
    if (state.status === 'playing') faults = 0;
    update({ at: audio.currentTime });
  });
  audio.addEventListener('pause', () => {
    if (asking || state === null || state.status === 'failed') return;
    wanted = false;
    update({ status: 'paused' });
  });
  audio.addEventListener('ended', () => {
    wanted = false;
    update({ status: 'paused' });
  });
  audio.addEventListener('error', () => {
    if (state === null || asking) return;
    faults += 1;
    if (NO_SOUND.test(audio.error?.message ?? '')) fail(SILENT);
    else if (faults === 1) void load(state);
    else fail(audio.error?.code === MEDIA_ERR_NETWORK ? BROKEN : UNPLAYABLE);
  });

  const toggle = (): void => {
    if (state === null) return;
    wanted = !wanted;
    if (!wanted) {
      audio.pause();
      update({ status: 'paused' });
      return;
    }
    const failed = state.status === 'failed';
    update({ status: 'loading', problem: null });
    if (failed) faults = 0;
    if (failed || (isStale() && !asking)) void load(state);
    else if (!asking) start();
  };

  return {
    /** The state, or null without a file. */
    get: (): Playing | null => state,
    /** The id of the file that is playing or about to, or null. */
    activeId: (): string | null => (wanted ? (state?.file.id ?? null) : null),
    /** The current position in seconds, more precise than the state's. */
    position: (): number => (ready ? audio.currentTime : (state?.at ?? 0)),
    watch: (watcher: () => void): (() => void) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    /** Plays a file from its beginning; the current one is resumed or paused. */
    press: (what: Playable): void => {
      if (state?.file.id === what.file.id) return toggle();
      wanted = true;
      faults = 0;
      set({ ...what, status: 'loading', at: 0, seconds: null, problem: null });
      void load(what);
    },
    /** Pauses, or resumes at the same position. */
    toggle,
    /** Seeks to a position in seconds. */
    seek: (to: number): void => {
      if (state === null) return;
      const at = Math.min(Math.max(to, 0), state.seconds ?? to);
      update({ at });
      if (state.status === 'failed' || asking) return;
      if (isStale()) void load(state);
      else if (ready) audio.currentTime = at;
    },
    /** Stops and releases the file. */
    close: (): void => {
      turn += 1;
      wanted = false;
      ready = false;
      asking = false;
      set(null);
      audio.pause();
      audio.removeAttribute('src');
      audio.load();
    },
  };
}

export type Player = ReturnType<typeof createPlayer>;
