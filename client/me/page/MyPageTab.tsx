import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Draft } from '#shared/catalogue/contract-draft.ts';
import type { OwnSample } from '#shared/catalogue/contract-samples.ts';
import { DRAFT_PARTS, profileProblems } from '#shared/catalogue/rules-draft.ts';
import { DRAFT } from '#shared/catalogue/texts-draft.ts';
import { ProblemError } from '../../lib/api.ts';
import { errorMessage, showFieldErrors } from '../../lib/error-message.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { useMobile } from '../../ui/layout/use-mobile.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { samplesQuery } from '../samples/api.ts';
import { SamplesCard } from '../samples/SamplesCard.tsx';
import { draftQuery, useDraftAct } from './api.ts';
import { DraftFields } from './DraftFields.tsx';
import { DraftNotices } from './DraftNotices.tsx';
import { DraftSide } from './DraftSide.tsx';
import classes from './MyPage.module.css';
import { Preview } from './Preview.tsx';
import { PublishBar } from './PublishButton.tsx';
import { useDraft, type DraftForm } from './use-draft.ts';

/** The musician's page as a draft: edited, looked at, published (docs/product/profiles.md). */
export function MyPageTab() {
  const draft = useQuery(draftQuery);
  const samples = useQuery(samplesQuery);
  const loading = <RowsSkeleton what="your page" count={4} />;
  return (
    <QueryView query={draft} loading={loading} errorTitle="We could not load your page">
      {(loaded) => (
        <QueryView query={samples} loading={loading} errorTitle="We could not load your samples">
          {(stored) => <Editor draft={loaded} stored={stored} />}
        </QueryView>
      )}
    </QueryView>
  );
}

const FIELDS = Object.fromEntries(DRAFT_PARTS.map((part) => [part, part])) as Record<string, keyof DraftForm>;

function Editor({ draft, stored }: { draft: Draft; stored: readonly OwnSample[] }) {
  const desk = useDraft(draft, stored);
  const { form, profile, saver, show } = desk;
  const publish = useDraftAct('publish');
  const mobile = useMobile();
  const [previewing, setPreviewing] = useState(false);
  const isWaiting = draft.submitted_at !== null;
  const problems = profileProblems(profile);

  const send = async () => {
    form.clearErrors();
    for (const [at, { field, message }] of problems.entries())
      form.setError(field as keyof DraftForm, { type: 'rule', message }, { shouldFocus: at === 0 });
    if (problems.length > 0 || !(await saver.flush())) return;
    try {
      const done = await publish.mutateAsync(saver.version());
      show(done);
      toast(done.state === 'waiting' ? DRAFT.sent : DRAFT.published);
    } catch (error) {
      if (error instanceof ProblemError && showFieldErrors(error, form.setError, FIELDS)) return;
      toast(errorMessage(error), 'danger');
    }
  };

  const preview = async () => {
    if (saver.status() === 'conflict' || (await saver.flush())) setPreviewing(true);
    else toast(DRAFT.notSaved, 'danger');
  };

  if (previewing) return <Preview onBack={() => setPreviewing(false)} />;
  return (
    <>
      <DraftNotices draft={draft} desk={desk} problems={problems} />
      <div className={classes.editor}>
        <div className={classes.main}>
          <DraftFields form={form} choices={draft.choices} disabled={isWaiting} />
          <SamplesCard
            stored={stored}
            draft={profile}
            onChange={
              isWaiting
                ? null
                : ({ samples, deleted }) => {
                    form.clearErrors('samples');
                    form.setValue('samples', [...samples]);
                    form.setValue('deleted', [...deleted]);
                  }
            }
            problem={form.formState.errors.samples?.message}
          />
        </div>
        <DraftSide
          draft={draft}
          desk={desk}
          publishing={publish.isPending}
          onPublish={() => void send()}
          onPreview={() => void preview()}
        />
      </div>
      {mobile && (
        <PublishBar draft={draft} desk={desk} publishing={publish.isPending} onPublish={() => void send()} />
      )}
    </>
  );
}
