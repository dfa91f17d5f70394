import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { SERVICE_UPDATE } from '#shared/billing/texts-area.ts';
import type { ModalProps } from '../../lib/modal-props.ts';
import { QueryView } from '../../lib/QueryView.tsx';
import { meQuery, useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { RowsSkeleton } from '../../ui/feedback/Skeleton.tsx';
import { CheckCards } from '../../ui/form/CheckCards.tsx';
import { Modal } from '../../ui/overlay/Modal.tsx';
import { sendSeen, serviceUpdateQuery, type ServiceUpdateTexts } from './api.ts';
import { RestartWay } from './RestartWay.tsx';
import classes from './ServiceUpdateModal.module.css';

interface Ticked {
  ticked: string[];
}

/** What has changed about the services, in two steps (docs/product/leaving.md#service-update). */
export function ServiceUpdateModal({ onClose, startsAt = 1 }: ModalProps & { readonly startsAt?: 1 | 2 }) {
  const query = useQuery(serviceUpdateQuery);
  const { data: texts } = query;
  const [step, setStep] = useState<1 | 2>(startsAt);
  const form = useForm<Ticked>({ defaultValues: { ticked: [] } });
  const ticked = useWatch({ control: form.control, name: 'ticked' });
  const section = useRef<HTMLElement>(null);
  const shown = useRef(step);
  useMarkAsSeen();
  useEffect(() => {
    if (shown.current !== step) section.current?.focus();
    shown.current = step;
  }, [step]);
  const isAgreed = texts?.acknowledgements.every((one) => ticked.includes(one)) === true;
  const title = (step === 1 ? texts?.header : texts?.restart.header) ?? SERVICE_UPDATE.title;

  return (
    <Modal
      title={title}
      subtitle={`${step}/2`}
      onClose={onClose}
      footer={
        step === 1 ? (
          <Button disabled={!isAgreed} onClick={() => setStep(2)}>
            {SERVICE_UPDATE.next}
          </Button>
        ) : (
          <>
            <Button kind="plain" onClick={() => setStep(1)}>
              {SERVICE_UPDATE.back}
            </Button>
            <RestartWay onClose={onClose} />
          </>
        )
      }
    >
      <QueryView query={query} loading={<RowsSkeleton what="the changes" count={4} />}>
        {(loaded) => (
          <section ref={section} key={step} tabIndex={-1} aria-label={title} className={classes.step}>
            {step === 1 ? (
              <>
                <p>{loaded.body}</p>
                <Services services={loaded.services} />
                <CheckCards
                  form={form}
                  name="ticked"
                  label={SERVICE_UPDATE.confirm}
                  options={loaded.acknowledgements}
                />
              </>
            ) : (
              <>
                <p>{loaded.restart.body}</p>
                <ul className={classes.reasons}>
                  {loaded.restart.reasons.map((reason) => (
                    <li key={reason}>{reason}</li>
                  ))}
                </ul>
              </>
            )}
          </section>
        )}
      </QueryView>
    </Modal>
  );
}

function Services({ services }: Pick<ServiceUpdateTexts, 'services'>) {
  return (
    <dl className={classes.services}>
      {services.map(({ name, terms }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{terms}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Once it is open it counts as seen, so that it never comes twice. */
function useMarkAsSeen(): void {
  const { service_update: due } = useMe();
  const queryClient = useQueryClient();
  const mark = useEffectEvent(() => {
    if (due === null) return;
    queryClient.setQueryData(meQuery.queryKey, (now) => now && { ...now, service_update: null });
    // Not marked, it opens again after the next load.
    void sendSeen(due).catch(() => undefined);
  });
  useEffect(() => mark(), []);
}
