import { useState } from 'react';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import { formatUpdatedAt } from '#shared/lib/time.ts';
import type { getPerson } from '#shared/operator/contract-person.ts';
import { Button } from '../../ui/button/Button.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { ReasonDialog } from '../ReasonDialog.tsx';
import { Section } from '../Section.tsx';
import classes from './PersonPage.module.css';
import { useDownloadData, useErase, useKeep } from './own-data-verbs.ts';

interface OwnDataSectionProps {
  readonly found: Pick<ResponseOf<typeof getPerson>, 'person' | 'erasure' | 'erased_at'>;
  readonly zone: string;
}

type Asking = 'download' | 'later' | 'now' | 'keep';

const HINT = 'For the audit log; please write no name or address. The person does not see it.';

/** What an operator does with all that is stored of a person (docs/product/operator.md#own-data-of-a-person). */
export function OwnDataSection({ found: { person, erasure, erased_at }, zone }: OwnDataSectionProps) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const at = (instant: string) => formatUpdatedAt(Temporal.Instant.from(instant), zone);
  if (erased_at !== null)
    return (
      <Section title="Their data">
        <p className={classes.text}>
          This account was deleted on {at(erased_at)}. What books and law need is left, without a name.
        </p>
      </Section>
    );
  const isOperator = person.role === 'operator';
  return (
    <Section
      title="Their data"
      actions={
        <div className={classes.actions}>
          <Button kind="plain" onClick={() => setAsking('download')}>
            Download data
          </Button>
          {!isOperator && erasure !== null && (
            <Button kind="plain" onClick={() => setAsking('keep')}>
              Keep account
            </Button>
          )}
          {!isOperator && erasure === null && (
            <Button kind="plain" onClick={() => setAsking('later')}>
              Delete in 14 days
            </Button>
          )}
          {!isOperator && (
            <Button kind="danger" onClick={() => setAsking('now')}>
              Delete now
            </Button>
          )}
        </div>
      }
    >
      <p className={classes.text}>
        {erasure === null
          ? 'Nobody has asked to delete this account.'
          : erasureText(erasure.by_studio, at(erasure.due_at))}
      </p>
      {asking !== null && <Dialog asking={asking} person={person} onClose={() => setAsking(null)} />}
    </Section>
  );
}

const erasureText = (byStudio: boolean, on: string): string =>
  `${byStudio ? 'The studio arranged' : 'They asked'} that this account is deleted on ${on}.`;

interface DialogProps {
  readonly asking: Asking;
  readonly person: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

function Dialog({ asking, person: { id, name }, onClose }: DialogProps) {
  const download = useDownloadData(id);
  const later = useErase(id, 'later');
  const now = useErase(id, 'now');
  const keep = useKeep(id);
  const { title, text, confirm, done } = TEXTS[asking];
  return (
    <ReasonDialog
      title={title}
      hint={HINT}
      confirm={confirm}
      isDanger={asking === 'now' || asking === 'later'}
      verb={{ download, later, now, keep }[asking]}
      onDone={() => toast(done)}
      onClose={onClose}
    >
      {text(name)}
    </ReasonDialog>
  );
}

const TEXTS: Readonly<
  Record<
    Asking,
    {
      readonly title: string;
      readonly text: (name: string) => string;
      readonly confirm: string;
      readonly done: string;
    }
  >
> = {
  download: {
    title: 'Download their data',
    text: (name) =>
      `One zip with everything that is stored of ${name}, messages included. Give it to nobody else.`,
    confirm: 'Download',
    done: 'The download begins',
  },
  later: {
    title: 'Delete this account in 14 days?',
    text: (name) => `${name} gets a mail at once, with a link by which they can keep the account.`,
    confirm: 'Delete in 14 days',
    done: 'The account will be deleted',
  },
  now: {
    title: 'Delete this account now?',
    text: (name) =>
      `Name, address, picture, texts and sent files of ${name} go at once and cannot come back. Sessions, ledger and invoices stay for the books.`,
    confirm: 'Delete now',
    done: 'The account is deleted',
  },
  keep: {
    title: 'Keep this account?',
    text: (name) => `The account of ${name} is not deleted.`,
    confirm: 'Keep account',
    done: 'The account is kept',
  },
};
