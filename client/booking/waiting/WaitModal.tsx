import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { WAITING } from '#shared/booking/texts-waiting.ts';
import { PAGE } from '#shared/explore/texts-page.ts';
import { firstName } from '#shared/lib/text.ts';
import { isRefusal } from '../../lib/api.ts';
import { errorMessage } from '../../lib/error-message.ts';
import type { ModalProps } from '../../lib/modal-props.ts';
import { ModalRefusal } from '../../lib/ModalRefusal.tsx';
import { newKey } from '../../lib/new-key.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { configurationQuery, partnerQuery } from '../api.ts';
import { sendChange, sendJoin, waitsQuery, type Wait } from './api.ts';
import { WaitForm, WEEKDAYS, type WaitChoice } from './WaitForm.tsx';

/**
 * 'Tell me when {musician} is free': days and hours, and the place in line (docs/product/waiting-list.md#joining). Who is
 * in line changes them.
 */
export function WaitModal({ onClose }: ModalProps) {
  const { artist } = useSearch({ strict: false });
  const slug = typeof artist === 'string' ? artist : '';
  const isNamed = slug !== '';
  const partner = useQuery({ ...partnerQuery(slug), enabled: isNamed });
  const configuration = useQuery({ ...configurationQuery(slug), enabled: isNamed });
  const waits = useQuery(waitsQuery);
  const [choice, setChoice] = useState<WaitChoice | null>(null);
  const musician = partner.data ?? null;
  const services = configuration.data?.services.servicesList ?? [];
  const service = (services.find(({ isDefault }) => isDefault) ?? services[0])?.id ?? '';
  const name = musician === null ? '' : firstName(musician.name, musician.name);
  const wait = waits.data?.find(({ partner: { id } }) => id === musician?.id);
  const present = choice ?? choiceOf(wait, service);
  const join = useJoin(name);
  const change = useChange(onClose);

  if (!isNamed || partner.data === null) return <ModalRefusal message={PAGE.notFound} onClose={onClose} />;
  const isPending = join.isPending || change.isPending;
  const isDone = join.isSuccess && wait !== undefined;
  const send = () => {
    const { service: service_id, days, from, to } = present;
    if (isPending || musician === null || days.length === 0) return;
    const times = { days: [...days], from, to };
    if (wait === undefined) join.mutate({ partner_id: musician.id, service_id, ...times });
    else change.mutate({ waiting_id: wait.id, ...times });
  };
  const isReady = musician !== null && waits.data !== undefined && configuration.data != null;
  const texts =
    wait === undefined
      ? { title: WAITING.tellMe(name || '…'), how: WAITING.how, send: WAITING.join, sending: WAITING.joining }
      : { title: WAITING.change, how: WAITING.changeHow, send: WAITING.save, sending: WAITING.saving };
  const error = join.error ?? change.error;
  return (
    <Modal
      title={isDone ? WAITING.tellMe(name) : texts.title}
      subtitle={isDone ? WAITING.how : texts.how}
      onClose={onClose}
      footer={
        !isReady ? undefined : isDone ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <Button kind="plain" onClick={onClose}>
              Cancel
            </Button>
            <Button onClick={send} aria-disabled={isPending || present.days.length === 0 || undefined}>
              {isPending ? texts.sending : texts.send}
            </Button>
          </>
        )
      }
    >
      <QueryView
        query={isReady ? waits : { ...waits, data: undefined }}
        loading={<RowsSkeleton what="the form" count={3} />}
      >
        {() => (
          <>
            {wait !== undefined && (
              <Notice tone="ready" title={`${WAITING.already(name)} ${WAITING.place(wait.position)}`}>
                {`${wait.service.label}: ${WAITING.times(wait)}`}
              </Notice>
            )}
            {wait?.service.is_stopped === true && (
              <Notice tone="waiting">{WAITING.stopped(wait.service.label)}</Notice>
            )}
            {error !== null && (
              <Notice tone="danger" alert>
                {errorMessage(error)}
              </Notice>
            )}
            {!isDone && (
              <WaitForm services={wait === undefined ? services : []} choice={present} onChange={setChoice} />
            )}
          </>
        )}
      </QueryView>
    </Modal>
  );
}

/** What the form begins with: what one waits for, or any time. */
function choiceOf(wait: Wait | undefined, service: string): WaitChoice {
  if (wait === undefined) return { service, days: [...WEEKDAYS], from: '00:00', to: '00:00' };
  return { service: wait.service.id, days: wait.days, from: wait.from, to: wait.to };
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

function useChange(onClose: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: sendChange,
    networkMode: 'always',
    onSuccess: (wait) => {
      queryClient.setQueryData(waitsQuery.queryKey, (before) =>
        before?.map((one) => (one.id === wait.id ? wait : one)),
      );
      toast(WAITING.changed);
      onClose();
    },
    onError: (error) => {
      if (isRefusal(error)) void queryClient.invalidateQueries(waitsQuery);
    },
  });
}
