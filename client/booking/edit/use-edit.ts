import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ArgsOf } from '#shared/lib/endpoint.ts';
import type { createTrack, Session } from '#shared/sessions/contract.ts';
import { isRefusal } from '../../lib/api.ts';
import { newKey } from '../../lib/new-key.ts';
import { useCacheSession } from '../../sessions/api.ts';
import { sendTrack, sendUpdate } from '../api.ts';
import { type BookingForm, type FormService, payloadOf } from '../form/booking-form.ts';

interface Editable {
  readonly session: Session;
  readonly service: FormService;
}

/**
 * Saves a booked session's track and details. A new track is made first; if that fails, the rest is saved
 * (docs/product/booking.md#new-track). `onTrack` is called with the new track's id.
 */
export function useEdit(opened: Editable | null, onTrack: (id: string) => void) {
  const queryClient = useQueryClient();
  const cacheSession = useCacheSession();
  // After a lost answer the same key prevents a second track of the same name.
  const key = useRef(newKey());

  const saveTrack = async (body: ArgsOf<typeof createTrack>['body']): Promise<string | null> => {
    try {
      const id = await sendTrack(body, key.current);
      key.current = newKey();
      onTrack(id);
      return id;
    } catch (error) {
      if (isRefusal(error)) key.current = newKey();
      return null;
    }
  };

  return useMutation({
    networkMode: 'always',
    mutationFn: async (values: BookingForm) => {
      if (opened === null) throw new Error('There is nothing to save yet');
      const { session, service } = opened;
      const { session_info, deliverables } = payloadOf(values, service);
      const track_id = values.track_id || (await saveTrack(session_info));
      return sendUpdate({ session_id: session.id, track_id, session_info, deliverables });
    },
    onSuccess: (saved) => {
      cacheSession(saved);
      void queryClient.invalidateQueries({ queryKey: ['tracks'] });
    },
  });
}
