import { lazy, Suspense, useId, useState } from 'react';
import type { ContentDraft } from '#shared/operator/content/contract-content.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { RowsSkeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Section } from '../../Section.tsx';
import classes from './Preview.module.css';
import { NOT_DRAWN, PREVIEWS } from './previews.ts';

const PreviewFrame = lazy(async () => ({ default: (await import('./PreviewFrame.tsx')).PreviewFrame }));

interface PreviewSectionProps {
  readonly name: string;
  readonly version: number;
  readonly draft: ContentDraft | null;
}

/** How the saved draft, else what is published, looks to those whom it is for (docs/product/content.md#preview). */
export function PreviewSection({ name, version, draft }: PreviewSectionProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const preview = PREVIEWS[name];
  if (preview === undefined) return null;
  if (typeof preview === 'string')
    return (
      <Section title="Preview">
        <p className={classes.line}>{preview}</p>
      </Section>
    );
  const isWrong = draft !== null && draft.errors.length > 0;
  return (
    <Section
      title="Preview"
      actions={
        <Button
          kind="plain"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide preview' : 'Show preview'}
        </Button>
      }
    >
      <p className={classes.line}>
        {draft === null
          ? 'There is no draft: this is what is published.'
          : 'This is the draft as it was last saved. Nobody else sees it.'}
      </p>
      {isOpen && (
        <div id={id} className={classes.preview}>
          {isWrong ? (
            <p className={classes.line}>{NOT_DRAWN}</p>
          ) : (
            <Suspense fallback={<RowsSkeleton what="the preview" count={3} />}>
              <PreviewFrame name={name} preview={preview} state={draft?.revision ?? String(version)} />
            </Suspense>
          )}
        </div>
      )}
    </Section>
  );
}
