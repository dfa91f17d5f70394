import type { Draft } from '#shared/catalogue/contract-draft.ts';
import { DRAFT } from '#shared/catalogue/texts-draft.ts';
import type { FieldError } from '#shared/lib/problem.ts';
import { formatDay, formatTime } from '#shared/lib/time.ts';
import { useQueryClient } from '@tanstack/react-query';
import { errorMessage } from '../../lib/error-message.ts';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { draftQuery, useDraftAct } from './api.ts';
import classes from './MyPage.module.css';
import type { DraftDesk } from './use-draft.ts';

interface DraftNoticesProps {
  readonly draft: Draft;
  readonly desk: DraftDesk;
  readonly problems: readonly FieldError[];
}

/** What is to be known before editing: not published yet, returned, waiting, changed elsewhere. */
export function DraftNotices({ draft, desk, problems }: DraftNoticesProps) {
  const { timezone: zone } = useMe();
  const { state, returned_note: note, submitted_at: since } = draft;
  return (
    <div className={classes.notices}>
      {desk.status === 'conflict' && <Conflict desk={desk} />}
      {since !== null && <Waiting desk={desk} since={Temporal.Instant.from(since)} zone={zone} />}
      {note !== null && (
        <Notice tone="danger" title={DRAFT.returned}>
          <p className={classes.note}>{note}</p>
        </Notice>
      )}
      {state === 'new' && (
        <Notice tone="waiting" title={DRAFT.notPublic}>
          {DRAFT.notPublicHint}
          {problems.length > 0 && (
            <ul className={classes.missing}>
              {problems.map(({ field, message }) => (
                <li key={`${field} ${message}`}>{message}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      {draft.is_published && !draft.is_public && <Notice tone="waiting">{DRAFT.hidden}</Notice>}
    </div>
  );
}

/** Another window has saved something else meanwhile. */
function Conflict({ desk: { form, profile, saver, show } }: { desk: DraftDesk }) {
  const queryClient = useQueryClient();
  const settle = async (keep: boolean) => {
    try {
      const now = await queryClient.fetchQuery({ ...draftQuery, staleTime: 0 });
      if (keep && now.submitted_at === null) saver.keepOver(profile, now.version);
      else show(now);
      form.clearErrors();
    } catch (error) {
      toast(errorMessage(error), 'danger');
    }
  };
  return (
    <Notice
      tone="danger"
      title={DRAFT.changed}
      alert
      action={
        <div className={classes.actions}>
          <Button kind="plain" onClick={() => void settle(false)}>
            {DRAFT.takeTheirs}
          </Button>
          <Button kind="plain" onClick={() => void settle(true)}>
            {DRAFT.keepMine}
          </Button>
        </div>
      }
    >
      {DRAFT.changedHint}
    </Notice>
  );
}

function Waiting({ desk, since, zone }: { desk: DraftDesk; since: Temporal.Instant; zone: string }) {
  const takeBack = useDraftAct('take-back');
  const act = async () => {
    try {
      desk.show(await takeBack.mutateAsync(desk.saver.version()));
    } catch (error) {
      toast(errorMessage(error), 'danger');
    }
  };
  return (
    <Notice
      tone="waiting"
      title={DRAFT.isWaiting}
      action={
        <Button kind="plain" onClick={() => void act()}>
          {DRAFT.takeBack}
        </Button>
      }
    >
      {DRAFT.waitingSince(`${formatDay(since, zone)}, ${formatTime(since, zone)}`)}
    </Notice>
  );
}
