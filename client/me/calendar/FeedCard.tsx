import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { relativeTime } from '#shared/lib/time.ts';
import { FEED } from '#shared/sessions/texts.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useTextNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button/Button.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { feedQuery, useMakeFeed, useStopFeed } from '../api.ts';
import { Card } from '../../ui/layout/Card.tsx';
import cards from '../profile/Cards.module.css';
import classes from './FeedCard.module.css';

const fail = (problem: Error) => toast(errorMessage(problem), 'danger');

/** The sessions as a calendar to subscribe to (docs/product/sessions.md#calendar-feed). */
export function FeedCard() {
  const query = useQuery(feedQuery);
  const make = useMakeFeed();
  const stop = useStopFeed();
  const [asks, setAsks] = useState<'renew' | 'stop' | null>(null);
  const url = make.data?.url ?? null;
  const makeNow = () => {
    setAsks(null);
    if (!make.isPending) make.mutate(undefined, { onError: fail });
  };
  const stopNow = () => {
    setAsks(null);
    make.reset();
    stop.mutate(undefined, { onSuccess: () => toast(FEED.stopped), onError: fail });
  };

  return (
    <Card title={FEED.title}>
      <p className={cards.note}>{FEED.about}</p>
      <QueryView query={query} loading={<RowsSkeleton what="your calendar's address" count={1} />}>
        {(feed) => (
          <>
            {feed !== null && url !== null && <NewAddress url={url} />}
            {feed !== null && (
              <p>
                <Ago at={feed.made_at} text={FEED.made} />{' '}
                {feed.read_at === null ? FEED.neverRead : <Ago at={feed.read_at} text={FEED.read} />}
              </p>
            )}
            <div className={classes.buttons}>
              {feed === null ? (
                <Button kind="plain" onClick={makeNow}>
                  {FEED.make}
                </Button>
              ) : (
                <>
                  <Button kind="plain" onClick={() => setAsks('renew')}>
                    {FEED.renew}
                  </Button>
                  <Button kind="quiet" onClick={() => setAsks('stop')}>
                    {FEED.stop}
                  </Button>
                </>
              )}
            </div>
          </>
        )}
      </QueryView>
      <ConfirmDialog
        opened={asks === 'renew'}
        title={FEED.renewTitle}
        confirm={FEED.renew}
        onConfirm={makeNow}
        onCancel={() => setAsks(null)}
      >
        {FEED.renewBody}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asks === 'stop'}
        title={FEED.stopTitle}
        confirm={FEED.stop}
        onConfirm={stopNow}
        onCancel={() => setAsks(null)}
      >
        {FEED.stopBody}
      </ConfirmDialog>
    </Card>
  );
}

/** The address just made; nothing shows it again. */
function NewAddress({ url }: { url: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast(FEED.copied);
    } catch {
      toast(FEED.notCopied, 'danger');
    }
  };
  return (
    <div className={classes.address}>
      <label className={classes.label}>
        {FEED.address}
        <input readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <p className={cards.note}>{FEED.once}</p>
      <div className={classes.buttons}>
        <Button onClick={() => void copy()}>{FEED.copy}</Button>
        <Button component="a" kind="plain" href={url.replace(/^https?:/, 'webcal:')}>
          {FEED.open}
        </Button>
      </div>
    </div>
  );
}

function Ago({ at, text }: { readonly at: string; readonly text: (ago: string) => string }) {
  return useTextNow((now) => text(relativeTime(Temporal.Instant.from(at), now)));
}
