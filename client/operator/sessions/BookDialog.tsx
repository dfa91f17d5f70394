import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState, type FormEvent } from 'react';
import { creditsText } from '#shared/operator/texts-people.ts';
import { ProblemError } from '../../lib/api.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { PlainField } from '../../ui/form/PlainField.tsx';
import { SelectBox } from '../../ui/form/SelectBox.tsx';
import { Toggle } from '../../ui/form/Toggle.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import classes from '../DialogForm.module.css';
import { PersonPicker } from '../search/PersonPicker.tsx';
import { TimeSelect } from '../TimeSelect.tsx';
import { servicesQuery, timesQuery, useBookSession } from './booking.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

interface BookDialogProps {
  /** Whom the list is filtered by. */
  readonly client: Named | null;
  readonly musician: Named | null;
  readonly onClose: () => void;
}

const TITLE_MAX = 254;
const MESSAGE_MAX = 1000;
const MOST_MINUTES = 180;

/** Books a session for a client (docs/product/operator.md#booking-a-session). */
export function BookDialog({ onClose, ...start }: BookDialogProps) {
  const { timezone: zone } = useMe();
  const navigate = useNavigate();
  const [client, setClient] = useState(start.client);
  const [musician, setMusician] = useState(start.musician);
  const [service, setService] = useState<string | null>(null);
  const [units, setUnits] = useState(1);
  const [time, setTime] = useState<string | null>(null);
  const [title, setTitle] = useState('');
  const [attends, setAttends] = useState(true);
  const [message, setMessage] = useState('');
  const [isTried, setTried] = useState(false);
  const form = useId();
  const services = useQuery(servicesQuery(musician?.id ?? null));
  const choice = { client: client?.id ?? null, musician: musician?.id ?? null, service, units };
  const times = useQuery(timesQuery(choice));
  const book = useBookSession();
  const chosen = services.data?.find(({ id }) => id === service);
  const price = times.data?.times.find(({ starts_at }) => starts_at === time)?.price;
  const missing = (is: unknown, text: string) => (isTried && is === null ? text : null);
  const errors = {
    client: missing(client, 'Please choose a client.'),
    musician: missing(musician, 'Please choose a musician.'),
    service: missing(service, 'Please choose a service.'),
    time: missing(time, 'Please choose a time.'),
    title: isTried && title.trim() === '' ? 'You need to provide a track name' : null,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const isReady = client !== null && musician !== null && service !== null && time !== null;
    if (!isReady || title.trim() === '' || book.isPending) return;
    const words = {
      title,
      attendance: attends && chosen?.is_offline !== true,
      message: message.trim() || null,
    };
    book.mutate(
      { client: client.id, musician: musician.id, service, units, starts_at: time, ...words },
      {
        onSuccess: ({ id }) => {
          toast('Session booked');
          onClose();
          void navigate({ href: paths.session(id) });
        },
        onError: (refused) => {
          if (!isTimeGone(refused)) return;
          setTime(null);
          void times.refetch();
        },
      },
    );
  };
  const error = book.error ?? times.error ?? services.error;
  return (
    <Modal
      title="Book a session"
      onClose={onClose}
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" form={form} aria-disabled={book.isPending || undefined}>
            Book session
          </Button>
        </>
      }
    >
      <form id={form} className={classes.form} noValidate onSubmit={submit}>
        <PersonPicker
          label="Client"
          placeholder="Name or address"
          of="clients"
          value={client}
          error={errors.client}
          onChange={(picked) => {
            setClient(picked);
            setTime(null);
          }}
        />
        <PersonPicker
          label="Musician"
          placeholder="Name or address"
          of="musicians"
          value={musician}
          error={errors.musician}
          onChange={(picked) => {
            setMusician(picked);
            setService(null);
            setTime(null);
          }}
        />
        <SelectBox
          label="Service"
          placeholder={musician === null ? 'Choose the musician first' : 'Choose a service'}
          data={(services.data ?? []).map(({ id, label, minutes }) => ({
            value: id,
            label: `${label}, ${minutes} minutes`,
          }))}
          disabled={musician === null}
          value={service}
          error={errors.service}
          onChange={(picked) => {
            setService(picked);
            setUnits(1);
            setTime(null);
          }}
        />
        {chosen !== undefined && chosen.minutes * 2 <= MOST_MINUTES && (
          <SelectBox
            label="Length"
            data={lengths(chosen.minutes)}
            value={String(units)}
            onChange={(picked) => {
              setUnits(Number(picked));
              setTime(null);
            }}
          />
        )}
        <TimeSelect
          times={times.data?.times}
          zone={zone}
          value={time}
          disabled={client === null || service === null}
          error={errors.time}
          onChange={setTime}
        />
        <PlainField
          label="Track name"
          value={title}
          maxLength={TITLE_MAX}
          error={errors.title}
          onChange={setTitle}
        />
        {chosen?.is_offline !== true && (
          <Toggle label="The client attends" on={attends} onChange={setAttends} />
        )}
        <PlainField
          label="First message"
          hint="Optional; it stands in the conversation as the client's."
          value={message}
          maxLength={MESSAGE_MAX}
          onChange={setMessage}
        />
        {times.data !== undefined && client !== null && (
          <p className={classes.lead}>{payingText(client.name, times.data.credits, price)}</p>
        )}
        {error !== null && (
          <Notice tone="danger" alert>
            {bookingError(error)}
          </Notice>
        )}
      </form>
    </Modal>
  );
}

/** Whether somebody else has the time, or it does not fit any more. */
const isTimeGone = (error: unknown): boolean =>
  error instanceof ProblemError && ['slot_taken', 'no_time', 'bad_selection'].includes(error.problem.code);

/** What is wrong, field by field where the server names them. */
function bookingError(error: Error): string {
  const fields = error instanceof ProblemError ? (error.problem.errors ?? []) : [];
  return fields.length === 0 ? errorMessage(error) : fields.map(({ message }) => message).join(' ');
}

/** A service's length once, twice and so on, up to what a session lasts at most. */
const lengths = (minutes: number) =>
  Array.from({ length: Math.floor(MOST_MINUTES / minutes) }, (_, at) => ({
    value: String(at + 1),
    label: `${minutes * (at + 1)} minutes`,
  }));

/** Who pays. */
function payingText(name: string, credits: number | null, price: number | undefined): string {
  const both = 'Both sides are told by mail.';
  if (credits === null) return `The studio pays: it grants what ${name} lacks. ${both}`;
  const has = `${name} pays with their own credits and has ${creditsText(credits)}.`;
  return price !== undefined && price > credits
    ? `${has} That is too few: grant some first, or choose a shorter session.`
    : `${has} ${both}`;
}
