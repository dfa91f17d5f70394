import { useEffect, useMemo, useState } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import type { Draft } from '#shared/catalogue/contract-draft.ts';
import type { OwnSample } from '#shared/catalogue/contract-samples.ts';
import {
  changedParts,
  mergeSamples,
  publishedSamples,
  type DraftPart,
  type DraftSample,
  type Profile,
} from '#shared/catalogue/rules-draft.ts';
import { ProblemError } from '../../lib/api.ts';
import { sendDraft } from './api.ts';
import { createDraftSaver, type DraftSaver, type SaveStatus } from './draft-saver.ts';

/** The fields on screen; styles with commas between. */
export interface DraftForm {
  readonly title: string;
  readonly card_description: string;
  readonly bio: string;
  readonly styles: string;
  readonly instruments: string[];
  readonly services: string[];
  readonly samples: DraftSample[];
  readonly deleted: string[];
}

export interface DraftDesk {
  readonly form: UseFormReturn<DraftForm>;
  /** The draft as it is on screen, with samples that have just arrived. */
  readonly profile: Profile;
  readonly changes: readonly DraftPart[];
  readonly status: SaveStatus;
  readonly saver: DraftSaver;
  /** Shows another draft, such as the stored one. */
  readonly show: (draft: Draft) => void;
}

const toForm = ({ styles, ...profile }: Draft['profile']): DraftForm => ({
  ...profile,
  styles: styles.join(', '),
});

const toProfile = ({ styles, ...form }: DraftForm): Profile => ({
  ...form,
  styles: styles
    .split(',')
    .map((style) => style.trim())
    .filter((style) => style !== ''),
});

const isConflict = (error: unknown): boolean =>
  error instanceof ProblemError && ['changed', 'waiting'].includes(error.problem.code);

const later = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** The draft being edited: saved while it is typed, and following the musician's other windows. */
export function useDraft(draft: Draft, stored: readonly OwnSample[]): DraftDesk {
  const form = useForm<DraftForm>({ defaultValues: toForm(draft.profile) });
  const [status, setStatus] = useState<SaveStatus>('saved');
  const [saver] = useState(() => {
    const made = createDraftSaver({ send: sendDraft, isConflict, onStatus: setStatus, later });
    made.reset(toProfile(toForm(draft.profile)), draft.version);
    return made;
  });
  const values = useWatch({ control: form.control, compute: (all: DraftForm) => all });
  const typed = useMemo(() => toProfile(values), [values]);
  const profile = useMemo(() => ({ ...typed, ...mergeSamples(typed, stored) }), [typed, stored]);
  const published = useMemo(
    () => ({ ...draft.published, samples: publishedSamples(stored) }),
    [draft.published, stored],
  );
  useEffect(() => saver.change(typed), [saver, typed]);
  useEffect(() => () => saver.stop(), [saver]);
  useEffect(() => {
    if (status === 'saved') return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener('beforeunload', warn);
    return () => globalThis.removeEventListener('beforeunload', warn);
  }, [status]);

  const show = (next: Draft) => {
    saver.reset(toProfile(toForm(next.profile)), next.version);
    form.reset(toForm(next.profile));
  };
  // Another window has saved, and nothing is typed here.
  const isBehind = status === 'saved' && draft.version > saver.version();
  useEffect(() => {
    if (isBehind) show(draft);
  });
  return { form, profile, changes: changedParts(profile, published), status, saver, show };
}
