import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ArgsOf } from '../../../shared/lib/endpoint.ts';
import type { createTrack, Session } from '../../../shared/sessions/contract.ts';
import { ProblemError } from '../../app/api.ts';
import { newKey } from '../../app/new-key.ts';
import { useKeepSession } from '../../sessions/api.ts';
import { sendTrack, sendUpdate } from '../api.ts';
import { type BookingForm, type FormService, payloadOf } from './booking-form.ts';

interface Editable {
  readonly session: Session;
  readonly service: FormService;
}

/**
 * Saves a booked session's track and details; a new track is made first, and without it saving goes on (part 2
 * section 8). `onTrack` hears the new track's id.
 */
export function useEdit(opened: Editable | null, onTrack: (id: string) => void) {
  const queryClient = useQueryClient();
  const keep = useKeepSession();
  // A press after a lost answer makes no second track of the same name.
  const key = useRef(newKey());

  const makeTrack = async (body: ArgsOf<typeof createTrack>['body']): Promise<string | null> => {
    try {
      const id = await sendTrack(body, key.current);
      key.current = newKey();
      onTrack(id);
      return id;
    } catch (error) {
      if (error instanceof ProblemError && error.problem.status > 0) key.current = newKey();
      return null;
    }
  };

  return useMutation({
    networkMode: 'always',
    mutationFn: async (values: BookingForm) => {
      if (opened === null) throw new Error('There is nothing to save yet');
      const { session, service } = opened;
      const { session_info, deliverables } = payloadOf(values, service);
      const track_id = values.track_id || (await makeTrack(session_info));
      // Its options are not asked for here: left out they stay.
      return sendUpdate({ session_id: session.id, track_id, session_info, deliverables });
    },
    onSuccess: (saved) => {
      keep(saved);
      void queryClient.invalidateQueries({ queryKey: ['tracks'] });
    },
  });
}
