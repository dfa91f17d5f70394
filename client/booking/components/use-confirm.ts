import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { FORM } from '../../../shared/booking/texts.ts';
import { ProblemError } from '../../app/api.ts';
import { showFieldErrors, wordsOf } from '../../app/problem-words.ts';
import { meQuery } from '../../app/session.ts';
import { newKey } from '../../app/new-key.ts';
import { holdQuery, sendConfirm, sendTrack } from '../api.ts';
import { FIELD_OF, payloadOf, problemsOf, stepOf } from './booking-form.ts';
import type { Booking } from './use-booking.ts';

/** Confirms a booking: makes the track where it is new, books, and brings the credits up to date. */
export function useConfirm(booking: Booking) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [planFull, setPlanFull] = useState(false);
  const [trackLost, setTrackLost] = useState(false);
  // A press after a lost answer repeats the same call; after an answer it is a new one.
  const keys = useRef({ track: newKey(), session: newKey() });

  const trackFor = async (): Promise<string | null> => {
    const { form, service } = booking;
    const values = form.getValues();
    if (values.track_id !== '' || !service) return values.track_id || null;
    try {
      const id = await sendTrack(payloadOf(values, service).session_info, keys.current.track);
      form.setValue('track_id', id);
      setTrackLost(false);
      return id;
    } catch {
      // "Track create failure: booking continues" (part 2 section 8); the last step says so.
      setTrackLost(true);
      return null;
    } finally {
      keys.current.track = newKey();
    }
  };

  const openModal = async (modal: 'speed-limit' | 'blocking') =>
    navigate({ to: '.', search: (search) => ({ ...search, modal }), resetScroll: false });

  const refused = async (error: unknown) => {
    const code = error instanceof ProblemError ? error.problem.code : '';
    if (error instanceof ProblemError && error.problem.status > 0) keys.current.session = newKey();
    if (code === 'session_limit') return openModal('speed-limit');
    if (code === 'concurrency_limit') return setPlanFull(true);
    if (code === 'hold_expired' || code === 'not_found') return booking.hold.expire();
    if (code === 'not_enough_credits') {
      // "Credit limit reached: blocking modal" (part 1 section 8); the footer goes on saying how many are missing.
      await queryClient.refetchQueries(meQuery);
      await openModal('blocking');
    }
    if (showFieldErrors(error, booking.form.setError, FIELD_OF)) {
      const field = error instanceof ProblemError ? error.problem.errors?.[0]?.field : undefined;
      const name = field === undefined ? undefined : FIELD_OF[field];
      if (name) await booking.goTo(stepOf(name));
    }
    const status = error instanceof ProblemError ? error.problem.status : 0;
    const ours = status >= 400 && status < 500 && code !== 'idempotency_mismatch';
    booking.setTrouble(ours ? wordsOf(error) : FORM.serverTrouble);
  };

  const confirm = async () => {
    const { form, service, hold } = booking;
    if (busy || !service || hold.stage !== 'live' || hold.session === null) return;
    const values = form.getValues();
    const [problem] = problemsOf(values, service, 'review');
    const wrong = problem && FIELD_OF[problem.field];
    if (problem && wrong) {
      await booking.goTo(stepOf(wrong));
      form.setError(wrong, { type: 'rule', message: problem.message });
      return;
    }
    setBusy(true);
    booking.setTrouble(null);
    try {
      const track_id = await trackFor();
      const session_id = hold.session.id;
      const body = { session_id, track_id, ...payloadOf(values, service) };
      const session = await sendConfirm(body, keys.current.session);
      // The address first: once the session shows as booked its links may be pressed, and nobody is brought back.
      await booking.goTo('done', { hold: session.id, replace: true });
      queryClient.setQueryData(holdQuery(session.id).queryKey, session);
      booking.clear();
      for (const key of ['slots', 'partners', 'sessions', 'tracks'])
        void queryClient.invalidateQueries({ queryKey: [key] });
      await queryClient.refetchQueries(meQuery);
    } catch (error) {
      await refused(error);
    } finally {
      setBusy(false);
    }
  };
  return { confirm, busy, planFull, closePlanFull: () => setPlanFull(false), trackLost };
}
