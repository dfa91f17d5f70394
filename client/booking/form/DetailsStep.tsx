import { MESSAGE_MAX } from '#shared/booking/rules-form.ts';
import { TextareaField } from '../../ui/form/TextareaField.tsx';
import type { Partner } from '../api.ts';
import classes from './Booking.module.css';
import { DetailsFields } from './DetailsFields.tsx';
import { SubmitByEnter } from '../track/TrackStep.tsx';
import { useBooking } from '../state/booking-context.ts';

/** The step 'Session Details'. */
export function DetailsStep({ partner }: { readonly partner: Partner }) {
  const { form, service, configuration, goTo } = useBooking();
  if (!service) return null;
  const offline = partner.sessions_type === 'offline' || service.session_type === 'offline';
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => void form.handleSubmit(() => goTo('review'))(event)}
    >
      <DetailsFields
        form={form}
        flags={service.form}
        sessionType={offline ? 'offline' : service.session_type}
        deliverables={configuration?.deliverables ?? []}
      />
      <TextareaField
        form={form}
        name="message"
        label={`Message to ${partner.name}`}
        hint="Anything that helps: the sound you want, what to avoid, links."
        rows={4}
        limit={MESSAGE_MAX}
      />
      <SubmitByEnter />
    </form>
  );
}
