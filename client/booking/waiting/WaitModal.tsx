import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { WAITING } from '#shared/booking/texts-waiting.ts';
import { weekdayName } from '#shared/lib/day-names.ts';
import { firstName } from '#shared/lib/text.ts';
import { zoneLabel } from '#shared/lib/time.ts';
import { isRefusal } from '../../lib/api.ts';
import { errorMessage } from '../../lib/error-message.ts';
import type { ModalProps } from '../../lib/modal-props.ts';
import { ModalRefusal } from '../../lib/ModalRefusal.tsx';
import { newKey } from '../../lib/new-key.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { useMe } from '../../lib/session.ts';
import { useNow } from '../../lib/use-now.ts';
import { PAGE } from '#shared/explore/texts-page.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { PlainField } from '../../ui/form/PlainField.tsx';
import { SelectBox } from '../../ui/form/SelectBox.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { configurationQuery, partnerQuery, type Configuration } from '../api.ts';
import { sendJoin, waitsQuery } from './api.ts';
import classes from './Waiting.module.css';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

interface Choice {
  readonly service: string;
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
}

/** 'Tell me when {musician} is free': days and hours, and the place in line (docs/product/waiting-list.md#joining). */
export function WaitModal({ onClose }: ModalProps) {
  const { artist } = useSearch({ strict: false });
  const slug = typeof artist === 'string' ? artist : '';
  const isNamed = slug !== '';
  const partner = useQuery({ ...partnerQuery(slug), enabled: isNamed });
  const configuration = useQuery({ ...configurationQuery(slug), enabled: isNamed });
  const waits = useQuery(waitsQuery);
  const [choice, setChoice] = useState<Choice | null>(null);
  const musician = partner.data ?? null;
  const services = configuration.data?.services.servicesList ?? [];
  const service = choice?.service ?? (services.find(({ isDefault }) => isDefault) ?? services[0])?.id ?? '';
  const present = choice ?? { service, days: [...WEEKDAYS], from: '00:00', to: '00:00' };
  const name = musician === null ? '' : firstName(musician.name, musician.name);
  const wait = waits.data?.find(({ partner: { id } }) => id === musician?.id);
  const join = useJoin(name);

  if (!isNamed || partner.data === null) return <ModalRefusal message={PAGE.notFound} onClose={onClose} />;
  const send = () => {
    if (join.isPending || musician === null || present.days.length === 0) return;
    const { days, from, to } = present;
    join.mutate({ partner_id: musician.id, service_id: service, days: [...days], from, to });
  };
  const isReady = musician !== null && waits.data !== undefined && configuration.data != null;
  return (
    <Modal
      title={WAITING.tellMe(name || '…')}
      subtitle={WAITING.how}
      onClose={onClose}
      footer={
        !isReady ? undefined : wait === undefined ? (
          <>
            <Button kind="plain" onClick={onClose}>
              Cancel
            </Button>
            <Button onClick={send} aria-disabled={join.isPending || present.days.length === 0 || undefined}>
              {join.isPending ? WAITING.joining : WAITING.join}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>Close</Button>
        )
      }
    >
      <QueryView
        query={isReady ? waits : { ...waits, data: undefined }}
        loading={<RowsSkeleton what="the form" count={3} />}
      >
        {() =>
          wait === undefined ? (
            <>
              {join.error !== null && (
                <Notice tone="danger" alert>
                  {errorMessage(join.error)}
                </Notice>
              )}
              <WaitForm services={services} choice={present} onChange={setChoice} />
            </>
          ) : (
            <Notice tone="ready" title={`${WAITING.already(name)} ${WAITING.place(wait.position)}`}>
              {`${wait.service.label}: ${WAITING.times(wait)}`}
            </Notice>
          )
        }
      </QueryView>
    </Modal>
  );
}

function useJoin(name: string) {
  const queryClient = useQueryClient();
  const key = useRef(newKey());
  return useMutation({
    mutationFn: async (body: Parameters<typeof sendJoin>[0]) => sendJoin(body, key.current),
    networkMode: 'always',
    onSuccess: (wait) => {
      queryClient.setQueryData(waitsQuery.queryKey, (before) => [...(before ?? []), wait]);
      toast(WAITING.joined(name));
    },
    onError: (error) => {
      if (!isRefusal(error)) return;
      key.current = newKey();
      for (const name of ['slots', 'partners', 'waiting'])
        void queryClient.invalidateQueries({ queryKey: [name] });
    },
  });
}

interface WaitFormProps {
  readonly services: Configuration['services']['servicesList'];
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
}

function WaitForm({ services, choice, onChange }: WaitFormProps) {
  const { timezone } = useMe();
  const now = useNow(60_000);
  const legend = useId();
  const { service, days, from, to } = choice;
  const toggle = (day: number) =>
    onChange({
      ...choice,
      days: days.includes(day) ? days.filter((one) => one !== day) : [...days, day].toSorted((a, b) => a - b),
    });
  return (
    <div className={classes.form}>
      {services.length > 1 && (
        <SelectBox
          label={WAITING.service}
          value={service}
          data={services.map(({ id: value, label }) => ({ value, label }))}
          onChange={(value) => value !== null && onChange({ ...choice, service: value })}
        />
      )}
      <fieldset className={classes.days} aria-describedby={`${legend}-none`}>
        <legend>{WAITING.days}</legend>
        {WEEKDAYS.map((day) => {
          const weekday = weekdayName({ dayOfWeek: day });
          return (
            <button key={day} type="button" aria-pressed={days.includes(day)} onClick={() => toggle(day)}>
              {weekday.slice(0, 3)}
            </button>
          );
        })}
        <output id={`${legend}-none`}>{days.length === 0 ? WAITING.needsDay : ''}</output>
      </fieldset>
      <div className={classes.hours}>
        <PlainField
          label={WAITING.from}
          type="time"
          value={from}
          onChange={(value) => value !== '' && onChange({ ...choice, from: value })}
        />
        <PlainField
          label={WAITING.to}
          type="time"
          value={to}
          onChange={(value) => value !== '' && onChange({ ...choice, to: value })}
        />
      </div>
      <p className={classes.muted}>
        {to < from && to !== '00:00' ? `${WAITING.nextDay} ` : `${WAITING.wholeDay} `}
        {WAITING.zone(zoneLabel(timezone, now))}
      </p>
    </div>
  );
}
