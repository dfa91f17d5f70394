import { useCallback, useMemo, useRef, useState } from 'react';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import type { FieldError } from '#shared/lib/problem.ts';
import { changedValues } from '#shared/operator/rules-audit.ts';
import { pathLabel } from '#shared/operator/content/texts-content.ts';
import type { getContentDocument } from '#shared/operator/content/contract-content.ts';
import { ProblemError } from '../../lib/api.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { AuditChanges } from '../audit/AuditChanges.tsx';
import { Section } from '../Section.tsx';
import { useSaveDraft } from './api.ts';
import classes from './Content.module.css';
import { ConflictNotice } from './ConflictNotice.tsx';
import { changeText } from './ContentPage.tsx';
import { DOCUMENT_WORDS } from './difference-words.ts';
import { DraftBar } from './DraftBar.tsx';
import formClasses from './DocumentForm.module.css';
import { DiscardDialog, PublishDialog } from './DocumentDialogs.tsx';
import { DocumentFormContext } from './form-context.ts';
import { withAt, type Value } from './form-value.ts';
import { Fields } from './FormFieldView.tsx';
import { LeaveQuestion } from './LeaveQuestion.tsx';
import { useFocusAfterSaving } from './use-focus-after-saving.ts';

interface DraftEditorProps {
  readonly found: ResponseOf<typeof getContentDocument>;
  readonly zone: string;
}

/** What the form began with: the draft, or what is published. */
interface Seen {
  readonly value: Value;
  /** Of the draft; null: there was none. */
  readonly revision: string | null;
  /** Of what is published, where there is no draft. */
  readonly version: number | null;
}

const seenOf = ({ draft, published, version }: DraftEditorProps['found']): Seen => ({
  value: draft?.value ?? published,
  revision: draft?.revision ?? null,
  version: draft === null ? version : null,
});

/** The form of a document, and what can be done with its draft. */
export function DraftEditor({ found, zone }: DraftEditorProps) {
  const { name, draft, published, form, pictures, version } = found;
  const [seen, setSeen] = useState(() => seenOf(found));
  const [typed, setTyped] = useState<Value>(seen.value);
  const [errors, setErrors] = useState<readonly FieldError[]>(draft?.errors ?? []);
  const [open, setOpen] = useState<'publish' | 'discard' | null>(null);
  const save = useSaveDraft(name);
  const { fields, publishButton, focusAfterSaving } = useFocusAfterSaving();
  const conflict = useRef<HTMLDivElement>(null);
  const isDirty = typed !== seen.value && changedValues(seen.value, typed).length > 0;
  const theirs = seenOf(found);
  const isOld = (theirs.revision !== seen.revision || theirs.version !== seen.version) && !save.isPending;

  const take = (next: Seen, wrong: readonly FieldError[]) => {
    setSeen(next);
    setTyped(next.value);
    setErrors(wrong);
  };
  // What somebody else did is taken over while nothing is typed.
  if (isOld && !isDirty) take(theirs, draft?.errors ?? []);

  const change = useCallback(
    (path: string, value: unknown) => setTyped((now) => withAt(now, path, value) as Value),
    [],
  );
  const shared = useMemo(() => ({ form, pictures, errors, change }), [form, pictures, errors, change]);
  const saveOver = (revision: string | null) => {
    const value = typed;
    if (save.isPending) return;
    save.mutate(
      { revision, value },
      {
        onSuccess: (saved) => {
          setSeen({ value, revision: saved.revision, version: null });
          setErrors(saved.errors);
          focusAfterSaving();
          toast('The draft is saved');
        },
      },
    );
  };
  const isConflict = isOld && isDirty;
  const failure =
    save.error instanceof ProblemError && save.error.problem.code === 'draft_changed' ? null : save.error;
  return (
    <>
      <LeaveQuestion isUnsaved={isDirty} />
      <div className={classes.notices} aria-live="polite">
        {draft !== null && draft.begun_from !== version && (
          <Notice tone="waiting" title="Another version was published since this draft was begun">
            Publishing the draft replaces that version. The difference below is with it.
          </Notice>
        )}
        {draft !== null && <p className={classes.muted}>{changeText('Draft saved', draft, zone)}.</p>}
      </div>
      <Section title="Document">
        <DocumentFormContext value={shared}>
          <div ref={fields} className={formClasses.form}>
            <Fields of="" path="" value={typed} />
          </div>
        </DocumentFormContext>
      </Section>
      {errors.length > 0 && (
        <div className={classes.notices}>
          <Notice tone="danger" title="It cannot be published yet">
            <ul>
              {errors.map(({ field, message }) => (
                <li key={`${field} ${message}`}>
                  {field === '' ? message : `${pathLabel(field)}: ${message}`}
                </li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      {isConflict && (
        <ConflictNotice
          ref={conflict}
          title={
            draft === null
              ? 'Somebody has published another version or discarded the draft meanwhile'
              : `${draft.by?.name ?? 'Somebody'} has saved this draft meanwhile`
          }
          theirs={theirs.value}
          mine={typed}
          zone={zone}
          onKeepMine={() => saveOver(theirs.revision)}
          onTakeTheirs={() => take(theirs, draft?.errors ?? [])}
        />
      )}
      {failure !== null && (
        <div className={classes.notices}>
          <Notice tone="danger" alert>
            {errorMessage(failure)}
          </Notice>
        </div>
      )}
      <DraftBar
        draft={draft}
        isDirty={isDirty}
        isConflict={isConflict}
        wrong={errors.length}
        isSaving={save.isPending}
        publishButton={publishButton}
        onSave={() => saveOver(seen.revision)}
        onUndo={() => setTyped(seen.value)}
        onPublish={() => setOpen('publish')}
        onDiscard={() => setOpen('discard')}
        onCompare={() => conflict.current?.focus()}
      />
      {draft !== null && (
        <Section title="What the draft changes">
          {changedValues(published, draft.value).length === 0 ? (
            <p className={classes.muted}>Nothing: it is like what is published.</p>
          ) : (
            // A section's own lists have two columns on phones.
            <div>
              <AuditChanges before={published} after={draft.value} zone={zone} words={DOCUMENT_WORDS} />
            </div>
          )}
        </Section>
      )}
      {open === 'publish' && draft !== null && (
        <PublishDialog
          found={{ name, version, revision: draft.revision }}
          onInvalid={setErrors}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'discard' && draft !== null && (
        <DiscardDialog name={name} revision={draft.revision} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
