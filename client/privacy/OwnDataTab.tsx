import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReadOf } from '#shared/lib/endpoint.ts';
import { formatUpdatedAt } from '#shared/lib/time.ts';
import type { getOwnData } from '#shared/privacy/contract.ts';
import { ERASURE_DAYS } from '#shared/privacy/rules.ts';
import { OPEN_TEXTS } from '#shared/privacy/texts.ts';
import { errorMessage } from '../lib/error-message.ts';
import { QueryView } from '../lib/QueryView.tsx';
import { useMe } from '../lib/session.ts';
import { useFollow } from '../lib/use-follow.ts';
import { Button } from '../ui/button/Button.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';
import { RowsSkeleton } from '../ui/feedback/Skeleton.tsx';
import { LazyComponent } from '../ui/layout/LazyComponent.tsx';
import { toast } from '../ui/overlay/toast.ts';
import { useErasureLink, useExport, useKeepAccount, ownDataQuery } from './api.ts';
import { Card } from '../ui/layout/Card.tsx';
import { KeptTable } from './KeptTable.tsx';
import classes from './OwnData.module.css';

type OwnData = ReadOf<typeof getOwnData>;

const loadDialog = async () => (await import('./DeleteAccountModal.tsx')).DeleteAccountModal;

/** Downloading one's data, what is kept, and deleting the account (docs/product/own-data.md#your-data). */
export function OwnDataTab() {
  const query = useQuery(ownDataQuery);
  return (
    <QueryView
      query={query}
      loading={<RowsSkeleton what="Your data" count={4} />}
      errorTitle="We could not load this page"
    >
      {(data) => (
        <div className={classes.stack}>
          <Download left={data.exports_left} />
          <Deletion data={data} />
          <KeptTable />
        </div>
      )}
    </QueryView>
  );
}

function Download({ left }: { readonly left: number }) {
  const start = useExport();
  return (
    <Card title="Download your data">
      <p className={classes.text}>
        One zip with everything that we have stored of you, as JSON, with your invoices and your picture.
        Sound files are listed in it; you download them in their session.
      </p>
      {left === 0 && (
        <Notice tone="waiting">
          You have downloaded your data 3 times within a day. Please come back tomorrow.
        </Notice>
      )}
      {start.error !== null && (
        <Notice tone="danger" alert>
          {errorMessage(start.error)}
        </Notice>
      )}
      {left > 0 && (
        <div>
          <Button
            kind="plain"
            onClick={() => !start.isPending && start.mutate()}
            aria-disabled={start.isPending || undefined}
          >
            {start.isPending ? 'Preparing...' : 'Download your data'}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Deletion({ data }: { readonly data: OwnData }) {
  if (data.erasure !== null) return <Requested erasure={data.erasure} />;
  return (
    <Card title="Delete your account">
      <p className={classes.text}>
        It is deleted {ERASURE_DAYS} days after you ask; until then you can change your mind. Your name,
        address, picture, texts and the files that you sent go, and credits that are left end. Sessions and
        conversations stay for the other side with “Deleted account”. Invoices stay for 10 years, since tax
        law wants them.
      </p>
      {data.open.length > 0 ? <OpenThings open={data.open} /> : <Ask by={data.confirmed_by} />}
    </Card>
  );
}

function OpenThings({ open }: Pick<OwnData, 'open'>) {
  const follow = useFollow();
  return (
    <Notice tone="waiting" title="This has to end first">
      <ul className={classes.reasons}>
        {open.map((thing) => {
          const { text, link, path } = OPEN_TEXTS[thing];
          return (
            <li key={thing}>
              {text}{' '}
              {link !== null && path !== null && (
                <a href={path} onClick={(event) => follow(event, path)}>
                  {link}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}

function Ask({ by }: { readonly by: OwnData['confirmed_by'] }) {
  const [isAsking, setAsking] = useState(false);
  const link = useErasureLink();
  const { email } = useMe();
  if (link.isSuccess)
    return (
      <Notice tone="ready" alert title="Please look into your mail">
        We have sent a link to {email}. Follow it to delete your account; it works for 24 hours.
      </Notice>
    );
  return (
    <>
      {link.error !== null && (
        <Notice tone="danger" alert>
          {errorMessage(link.error)}
        </Notice>
      )}
      {by === 'link' && (
        <p className={classes.text}>Your account has no password, so we mail you a link that confirms it.</p>
      )}
      <div>
        <Button
          kind="danger"
          onClick={() => (by === 'password' ? setAsking(true) : link.isPending || link.mutate())}
          aria-disabled={link.isPending || undefined}
        >
          {by === 'password' ? 'Delete your account' : 'Mail me the link'}
        </Button>
      </div>
      {isAsking && <LazyComponent load={loadDialog} enabled props={{ onClose: () => setAsking(false) }} />}
    </>
  );
}

function Requested({ erasure }: { readonly erasure: NonNullable<OwnData['erasure']> }) {
  const { timezone } = useMe();
  const keep = useKeepAccount();
  const on = formatUpdatedAt(Temporal.Instant.from(erasure.due_at), timezone);
  return (
    <Card title="Delete your account">
      <Notice tone="danger" title={`Your account will be deleted on ${on}`}>
        {erasure.by_studio ? 'The studio has arranged it.' : 'You have asked for it.'} Until then you can keep
        it.
      </Notice>
      {keep.error !== null && (
        <Notice tone="danger" alert>
          {errorMessage(keep.error)}
        </Notice>
      )}
      <div>
        <Button
          kind="main"
          onClick={() =>
            keep.isPending || keep.mutate(undefined, { onSuccess: () => toast('You keep your account.') })
          }
          aria-disabled={keep.isPending || undefined}
        >
          Keep your account
        </Button>
      </div>
    </Card>
  );
}
