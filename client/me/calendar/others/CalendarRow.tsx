import { useState } from 'react';
import { MAX_CALENDAR_NAME } from '#shared/calendar/rules-outside.ts';
import { OTHER_CALENDARS, READ_FAILURE_TEXTS } from '#shared/calendar/texts-outside.ts';
import { relativeTime } from '#shared/lib/time.ts';
import { errorMessage } from '../../../lib/error-message.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { PlainField } from '../../../ui/form/PlainField.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { useOtherCalendars, type OtherCalendar } from './api.ts';
import classes from './OthersCard.module.css';

const fail = (problem: Error) => toast(errorMessage(problem), 'danger');

/** One calendar: how its last reading went, and what can be done with it. */
export function CalendarRow({ calendar, on }: { calendar: OtherCalendar; on: boolean }) {
  const { id, name, host } = calendar;
  const [isRenaming, setRenaming] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const { reading, removing } = useOtherCalendars();
  const remove = () => {
    setRemoving(false);
    removing.mutate(id, { onSuccess: () => toast(OTHER_CALENDARS.removed), onError: fail });
  };
  return (
    <li className={classes.row} aria-label={name}>
      {isRenaming ? (
        <NameForm calendar={calendar} onDone={() => setRenaming(false)} />
      ) : (
        <p className={classes.name}>
          <b>{name}</b>
          {name !== host && <span className={classes.host}>{host}</span>}
        </p>
      )}
      <State calendar={calendar} />
      <div className={classes.actions}>
        {on && (
          <Button
            kind="quiet"
            aria-label={`${OTHER_CALENDARS.readNow}: ${name}`}
            aria-disabled={reading.isPending || undefined}
            onClick={() => !reading.isPending && reading.mutate(id, { onError: fail })}
          >
            {reading.isPending ? OTHER_CALENDARS.adding : OTHER_CALENDARS.readNow}
          </Button>
        )}
        {!isRenaming && (
          <Button
            kind="quiet"
            aria-label={`${OTHER_CALENDARS.rename} ${name}`}
            onClick={() => setRenaming(true)}
          >
            {OTHER_CALENDARS.rename}
          </Button>
        )}
        <Button
          kind="quiet"
          aria-label={`${OTHER_CALENDARS.remove} ${name}`}
          onClick={() => setRemoving(true)}
        >
          {OTHER_CALENDARS.remove}
        </Button>
      </div>
      <ConfirmDialog
        opened={isRemoving}
        title={OTHER_CALENDARS.removeTitle}
        confirm={OTHER_CALENDARS.remove}
        onConfirm={remove}
        onCancel={() => setRemoving(false)}
      >
        {OTHER_CALENDARS.removeBody(name)}
      </ConfirmDialog>
    </li>
  );
}

function State({ calendar }: { calendar: OtherCalendar }) {
  const now = useNow();
  const ago = (at: string) => relativeTime(Temporal.Instant.from(at), now).replace(/^now$/, 'just now');
  const { failure, read_at, last_ok_at, busy, skipped } = calendar;
  if (failure !== null)
    return (
      <Notice tone="danger" title={OTHER_CALENDARS.failed(ago(read_at))}>
        {READ_FAILURE_TEXTS[failure]} {OTHER_CALENDARS.lastRead(ago(last_ok_at))}
      </Notice>
    );
  return (
    <p className={classes.state}>
      {OTHER_CALENDARS.read(ago(last_ok_at), busy)} {skipped > 0 && OTHER_CALENDARS.skipped(skipped)}
    </p>
  );
}

function NameForm({ calendar: { id, name }, onDone }: { calendar: OtherCalendar; onDone: () => void }) {
  const { renaming } = useOtherCalendars();
  const [value, setValue] = useState(name);
  const save = async () => {
    if (renaming.isPending || value.trim() === '') return;
    await renaming.mutateAsync({ id, name: value }).then(onDone, fail);
  };
  return (
    <form
      className={classes.rename}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <PlainField
        label={OTHER_CALENDARS.name}
        value={value}
        onChange={setValue}
        maxLength={MAX_CALENDAR_NAME}
      />
      <div className={classes.actions}>
        <Button type="submit" kind="plain">
          {OTHER_CALENDARS.save}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          {OTHER_CALENDARS.cancel}
        </Button>
      </div>
    </form>
  );
}
