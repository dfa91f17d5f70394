import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Session } from '#shared/sessions/contract.ts';
import { withInstants } from '#shared/sessions/rules.ts';
import { type Allowed, mayDo } from '#shared/sessions/rules-actions.ts';
import { useMe } from '../../lib/session.ts';
import { useNowFor } from '../../lib/use-now.ts';
import type { Configuration } from '../api.ts';
import {
  type BookingForm,
  defaultFormat,
  EMPTY_FORM,
  type FormContext,
  formOf,
  type FormService,
  isChanged,
  resolver,
} from '../form/booking-form.ts';

/** The state at opening. The server refuses conflicts later, so that no input is lost. */
interface Opened {
  readonly session: Session;
  readonly service: FormService;
  readonly allowed: Allowed;
  readonly initial: BookingForm;
}

/** For a service that is withdrawn or could not be loaded: all fields are shown. */
const ALL_FIELDS = {};

function open(session: Session, configuration: Configuration | null, allowed: Allowed): Opened {
  const known = configuration?.services.servicesList.find(({ id }) => id === session.service.id);
  const offline = session.partner.sessions_type === 'offline' || session.service.session_type === 'offline';
  const service: FormService = {
    form: known?.form ?? ALL_FIELDS,
    session_type: offline ? 'offline' : session.service.session_type,
  };
  const before = formOf(session);
  const initial: BookingForm = {
    ...before,
    files_format: before.files_format ?? defaultFormat(configuration?.deliverables ?? []),
    attendance: offline ? 'no' : before.attendance,
  };
  return { session, service, allowed, initial };
}

/** The form of edit mode, filled once session and configuration are loaded (undefined: still loading). */
export function useEditForm(session: Session | undefined, configuration: Configuration | null | undefined) {
  const { role } = useMe();
  const now = useNowFor(() => null);
  const [opened, setOpened] = useState<Opened | null>(null);
  if (opened === null && session !== undefined && configuration !== undefined) {
    setOpened(open(session, configuration, mayDo(role, 'edit', withInstants(session), now)));
  }
  const form = useForm<BookingForm, FormContext>({
    defaultValues: EMPTY_FORM,
    resolver,
    ...(opened === null
      ? {}
      : { values: opened.initial, context: { service: opened.service, step: 'review' as const } }),
  });
  const changed = () => opened !== null && isChanged(form.getValues(), opened.initial, opened.service);
  return { form, opened, changed };
}
