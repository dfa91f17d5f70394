import { formatUpdatedAt } from '#shared/lib/time.ts';
import { errorMessage } from '../lib/error-message.ts';
import { useMe } from '../lib/session.ts';
import { Banner } from '../ui/feedback/Banner.tsx';
import { toast } from '../ui/overlay/toast.ts';
import { useKeepAccount } from './api.ts';
import classes from './OwnData.module.css';

/** On every screen while the account is going to be deleted (docs/product/own-data.md#taking-it-back). */
export function ErasureBanner({ due }: { readonly due: string }) {
  const { timezone } = useMe();
  const keep = useKeepAccount();
  const confirm = () => {
    if (!keep.isPending) keep.mutate(undefined, { onSuccess: () => toast('You keep your account.') });
  };
  return (
    <Banner tone="danger" label="Deletion">
      Your account will be deleted on {formatUpdatedAt(Temporal.Instant.from(due), timezone)}.{' '}
      <button
        type="button"
        className={classes.link}
        onClick={confirm}
        aria-disabled={keep.isPending || undefined}
      >
        {keep.isPending ? 'One moment...' : 'Keep my account'}
      </button>
      {keep.error !== null && <span role="alert"> {errorMessage(keep.error)}</span>}
    </Banner>
  );
}
