import type { DraftState, Profile } from '#shared/catalogue/rules-draft.ts';

/** What the server says of a saved draft. */
interface Saved {
  readonly version: number;
  readonly state: DraftState;
}

/** How the draft on screen stands to the stored one. `conflict`: another window has changed it. */
export type SaveStatus = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict';

interface SaverOptions {
  /** Sends a draft of a version. */
  readonly send: (profile: Profile, version: number) => Promise<Saved>;
  /** Whether a failure says that the draft is another one now. */
  readonly isConflict: (error: unknown) => boolean;
  readonly onStatus: (status: SaveStatus) => void;
  /** Runs something later; returns how to cancel it. */
  readonly later: (ms: number, run: () => void) => () => void;
}

/** How long typing pauses before it is saved, and after a failure before the next try, in milliseconds. */
const PAUSE_MS = 800;
const RETRY_MS = 5000;

/** Saves a draft while it is typed, one request at a time (docs/product/profiles.md#draft). */
export function createDraftSaver({ send, isConflict, onStatus, later }: SaverOptions) {
  let version = 0;
  let stored = '';
  let wanted: Profile | null = null;
  let status: SaveStatus = 'saved';
  let cancel: (() => void) | null = null;
  let running: Promise<void> | null = null;

  const set = (next: SaveStatus): void => {
    if (next === status) return;
    status = next;
    onStatus(next);
  };
  const schedule = (ms: number): void => {
    cancel?.();
    cancel = later(ms, () => void save());
  };

  async function save(): Promise<void> {
    cancel?.();
    if (running !== null) await running;
    if (wanted === null || status === 'conflict') return;
    running = sendOnce(wanted);
    await running;
    running = null;
  }

  async function sendOnce(profile: Profile): Promise<void> {
    set('saving');
    try {
      ({ version } = await send(profile, version));
      stored = JSON.stringify(profile);
      if (wanted === profile) wanted = null;
      set(wanted === null ? 'saved' : 'unsaved');
    } catch (error) {
      if (isConflict(error)) return set('conflict');
      set('failed');
      schedule(RETRY_MS);
    }
  }

  return {
    /** Starts from a stored draft; what was not saved is forgotten. */
    reset(profile: Profile, ofVersion: number): void {
      cancel?.();
      version = ofVersion;
      stored = JSON.stringify(profile);
      wanted = null;
      set('saved');
    },
    /** Keeps what is on screen over what another window has stored. */
    keepOver(profile: Profile, ofVersion: number): void {
      version = ofVersion;
      stored = '';
      wanted = profile;
      set('unsaved');
      void save();
    },
    /** The draft as it is on screen now. */
    change(profile: Profile): void {
      if (status === 'conflict') return;
      if (JSON.stringify(profile) === (wanted === null ? stored : JSON.stringify(wanted))) return;
      wanted = profile;
      if (status !== 'saving') set('unsaved');
      schedule(PAUSE_MS);
    },
    /** Saves at once what is not saved yet; whether all is saved then. */
    async flush(): Promise<boolean> {
      // What was typed while the first one ran is saved by the second.
      await save();
      await save();
      return status === 'saved';
    },
    version: () => version,
    status: () => status,
    /** Saves what is left and stops. */
    stop(): void {
      cancel?.();
      if (wanted !== null && status !== 'conflict') void save();
    },
  };
}

export type DraftSaver = ReturnType<typeof createDraftSaver>;
