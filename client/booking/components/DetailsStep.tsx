import { MESSAGE_MAX } from '../../../shared/booking/rules-form.ts';
import { characters } from '../../../shared/lib/text.ts';
import { TextareaField } from '../../ui/TextareaField.tsx';
import type { Partner } from '../api.ts';
import classes from './Booking.module.css';
import { DetailsFields } from './DetailsFields.tsx';
import { SubmitByEnter } from './TrackStep.tsx';
import type { Booking } from './use-booking.ts';

/** Session details: in which form the files come back, whether one listens in, and a message (part 2 section 2). */
export function DetailsStep({ booking, partner }: { booking: Booking; partner: Partner }) {
  const { form, service, configuration } = booking;
  const [message] = form.watch(['message']);
  const written = characters(message);
  if (!service) return null;
  const offline = partner.sessions_type === 'offline' || service.session_type === 'offline';
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => void form.handleSubmit(() => booking.goTo('review'))(event)}
    >
      <DetailsFields
        form={form}
        flags={service.form}
        sessionType={offline ? 'offline' : service.session_type}
        deliverables={configuration.data?.deliverables ?? []}
      />
      <div>
        <TextareaField
          form={form}
          name="message"
          label={`Message to ${partner.name}`}
          hint="Anything that helps: the part you hear, what to avoid, where to look."
          rows={4}
        />
        <p className={classes.counter} data-over={written > MESSAGE_MAX || undefined}>
          {written} of {MESSAGE_MAX}
        </p>
      </div>
      <SubmitByEnter />
    </form>
  );
}
