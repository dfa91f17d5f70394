import { isMultipart, type UploadStatus } from '#shared/files/rules.ts';
import { errorMessage, classifyFailure } from './failures.ts';
import type { Upload, UploadFailure } from './ports.ts';

/** A link lives an hour; one older than this is not tried. */
const LINK_FRESH_MS = 50 * 60_000;

/** The state of one upload: what is shown of it, and what decides its next step. */
export interface UploadState {
  /** The same object until something that is shown changes. */
  readonly shown: Upload;
  /** Its key at storage, once known. */
  readonly key: string | null;
  /** Its multipart upload at storage, once begun. */
  readonly uploadId: string | null;
  /** When its newest link was requested, in milliseconds of the store's clock. */
  readonly linkedAt: number;
  /** Waits for the connection and is not with the transport. */
  readonly held: boolean;
  /** The expired link was renewed, and nothing came through since. */
  readonly linkRenewed: boolean;
  /** The upload was restarted because storage had lost it. */
  readonly restarted: boolean;
  /** The studio knows that it has arrived. */
  readonly reported: boolean;
  /** Hidden from the list, but possibly not yet reported. */
  readonly hidden: boolean;
  /** Why it failed; null where 'Failed' is enough. */
  readonly problem: string | null;
}

/** Events of an upload. Times are milliseconds of the store's clock, sizes bytes. */
export type UploadEvent =
  /** A link was requested or signed again. */
  | { readonly type: 'linked'; readonly at: number }
  | { readonly type: 'keyed'; readonly key: string }
  /** A request to storage is about to be signed. */
  | { readonly type: 'signing'; readonly uploadId: string | undefined }
  | { readonly type: 'progress'; readonly loaded: number }
  | { readonly type: 'part_stored' }
  | { readonly type: 'stored' }
  /** A request failed; the failure decides whether it is sent again. */
  | { readonly type: 'interrupted'; readonly failure: UploadFailure; readonly at: number }
  | { readonly type: 'refused'; readonly problem: string | null }
  | { readonly type: 'held' }
  | { readonly type: 'sent' }
  | { readonly type: 'retried' }
  | { readonly type: 'reported' }
  | { readonly type: 'hidden' };

/** Effects in the order in which they run. */
export const EFFECTS = [
  /** Request a new link before the next request. */
  'drop_link',
  /** Remove it from the list. */
  'drop',
  /** Hold it and everything that has not begun, and resume after a pause. */
  'hold',
  'send',
  /** Resets the backoff after a success. */
  'reset_backoff',
  /** Show its problem on the group. */
  'blame',
  /** Decide what its group needs next. */
  'settle',
] as const;
export type UploadEffect = (typeof EFFECTS)[number];

/** A state and the effects of reaching it. */
export interface Step {
  readonly state: UploadState;
  readonly effects: readonly UploadEffect[];
}

type Of<T extends UploadEvent['type']> = Extract<UploadEvent, { readonly type: T }>;
type Row = { readonly [T in UploadEvent['type']]?: (state: UploadState, event: Of<T>) => Step };

const step = (state: UploadState, ...effects: readonly UploadEffect[]): Step => ({ state, effects });

const shows = (state: UploadState, change: Partial<Upload>): UploadState => ({
  ...state,
  shown: { ...state.shown, ...change },
});

const begin = (state: UploadState, { uploadId = state.uploadId }: { uploadId: string | null | undefined }) =>
  step({ ...state, uploadId: uploadId ?? null });

const complete = (state: UploadState) =>
  step(
    shows(state, { status: 'completed', loaded: state.shown.total, waiting: false }),
    'reset_backoff',
    'settle',
  );

const fail = (state: UploadState, { problem }: { readonly problem: string | null }) =>
  step(shows({ ...state, problem }, { status: 'failed', waiting: false }), 'drop_link', 'blame', 'settle');

/** Holds when the connection is away, signs or begins anew once where that may help, and fails otherwise. */
function interrupt(state: UploadState, { failure, at }: Of<'interrupted'>): Step {
  switch (classifyFailure(failure)) {
    case 'away': {
      const held = { ...state, held: true };
      return step(state.shown.status === 'uploading' ? shows(held, { waiting: true }) : held, 'hold');
    }
    case 'expired':
      if (state.linkRenewed && !hasOldLink(state, at)) break;
      return step({ ...state, linkRenewed: true }, 'drop_link', 'send');
    case 'gone':
      if (state.key === null || state.restarted) break;
      return step(
        shows({ ...state, restarted: true, key: null, uploadId: null }, { loaded: 0 }),
        'drop_link',
        'send',
      );
    case 'refused':
  }
  return fail(state, { problem: errorMessage(failure) });
}

/** Parts that are sent again were counted before; a file in one piece really starts over. */
function advance(state: UploadState, { loaded }: Of<'progress'>): Step {
  const { total, loaded: before } = state.shown;
  const far = isMultipart(total) ? Math.max(before, loaded) : loaded;
  return step(shows(state, { loaded: Math.min(far, total), waiting: false }), 'reset_backoff');
}

/** Parts stay in storage; a file in one piece starts over. */
function retry(state: UploadState): Step {
  const { total, loaded } = state.shown;
  const fresh = { ...state, linkRenewed: false, restarted: false, problem: null };
  return step(shows(fresh, { status: 'pending', loaded: isMultipart(total) ? loaded : 0 }), 'send');
}

/** Events of every status: links arrive independently of the file. */
const ALWAYS: Row = {
  linked: (state, { at }) => step({ ...state, linkedAt: at }),
  keyed: (state, { key }) => step({ ...state, key }),
  signing: begin,
  part_stored: (state) => step({ ...state, linkRenewed: false }),
};

const ACTIVE: Row = {
  ...ALWAYS,
  stored: complete,
  interrupted: interrupt,
  refused: fail,
  held: (state) => step({ ...state, held: true }),
  sent: (state) => step({ ...state, held: false }),
};

/** The transition table. Events without an entry change nothing. */
const TABLE: Readonly<Record<UploadStatus, Row>> = {
  pending: { ...ACTIVE, signing: (state, event) => begin(shows(state, { status: 'uploading' }), event) },
  uploading: { ...ACTIVE, progress: advance },
  completed: {
    ...ALWAYS,
    reported: (state) => step({ ...state, reported: true }, ...(state.hidden ? (['drop'] as const) : [])),
    hidden: (state) => step({ ...state, hidden: true }, ...(state.reported ? (['drop'] as const) : [])),
  },
  failed: { ...ALWAYS, stored: complete, retried: retry },
};

/** The next state of an upload, and its effects. Pure. */
export function transition(state: UploadState, event: UploadEvent): Step {
  const next = TABLE[state.shown.status][event.type] as
    | ((state: UploadState, event: UploadEvent) => Step)
    | undefined;
  return next?.(state, event) ?? step(state);
}

/** Whether an upload's newest link is too old to be tried at `now`, in milliseconds of the store's clock. */
export const hasOldLink = ({ linkedAt }: UploadState, now: number): boolean => now - linkedAt > LINK_FRESH_MS;

/** Whether it is pending or uploading. */
export const isOpen = ({ shown: { status } }: UploadState): boolean =>
  status === 'pending' || status === 'uploading';

/** Arrived, and not yet reported. */
export const isUnreported = ({ shown, reported }: UploadState): boolean =>
  shown.status === 'completed' && !reported;
