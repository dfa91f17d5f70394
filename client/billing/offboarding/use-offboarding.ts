import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { isRefusal } from '../../lib/api.ts';
import { errorMessage } from '../../lib/error-message.ts';
import { newKey } from '../../lib/new-key.ts';
import { useMe } from '../../lib/session.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { snapshotOf, storeTrip } from '../return/trip.ts';
import { sendCancellation } from './api.ts';
import { readOffboarding, storeOffboarding } from './offboarding-draft.ts';

export interface OffboardingForm {
  reason: string;
  comments: string;
  acknowledgements: string[];
  benefits: string[];
}

/** The state of the offboarding modal: three steps, what is chosen, and the sending. */
export function useOffboarding(startsAt: 1 | 2 | 3 = 1) {
  const me = useMe();
  const navigate = useNavigate();
  const [step, setStep] = useState<1 | 2 | 3>(startsAt);
  const [before] = useState(() => snapshotOf(me));
  const key = useRef('');
  const provider = me.subscription.paymentsProvider;
  const [stored] = useState(readOffboarding);
  const form = useForm<OffboardingForm>({
    defaultValues: {
      ...stored,
      acknowledgements: [...stored.acknowledgements],
      benefits: [...stored.benefits],
    },
  });
  const [reason, comments, acknowledgements, benefits] = useWatch({
    control: form.control,
    name: ['reason', 'comments', 'acknowledgements', 'benefits'],
  });
  useEffect(() => {
    if (step !== 3) storeOffboarding({ reason, comments, acknowledgements, benefits });
  }, [step, reason, comments, acknowledgements, benefits]);

  const send = useMutation({
    mutationFn: () => {
      if (key.current === '') key.current = newKey();
      return sendCancellation(provider, { value: reason, comments }, key.current);
    },
    onSuccess: () => {
      storeOffboarding(null);
      setStep(3);
    },
    onError: (error) => {
      if (isRefusal(error)) key.current = '';
      toast(errorMessage(error), 'danger');
    },
  });
  return {
    step,
    setStep,
    form,
    values: { reason, comments, acknowledgements, benefits },
    busy: send.isPending,
    confirm: () => !send.isPending && send.mutate(),
    /** To the billing area, which reads the new status. */
    leave: () => {
      storeTrip({ kind: 'change', personId: me.id, before });
      void navigate({ href: '/profile?session_id=true#billing', resetScroll: false });
    },
  };
}

export type Offboarding = ReturnType<typeof useOffboarding>;
