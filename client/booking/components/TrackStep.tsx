import classes from './Booking.module.css';
import { TrackFields } from './TrackFields.tsx';
import type { Booking } from './use-booking.ts';

/** Track details: an existing or a new track, and what the service asks about it (part 2 section 2). */
export function TrackStep({ booking }: { booking: Booking }) {
  const { form, service, configuration } = booking;
  if (!service) return null;
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => void form.handleSubmit(() => booking.goTo('session'))(event)}
    >
      <TrackFields form={form} flags={service.form} sampleRates={configuration.data?.sampleRates ?? []} />
      <SubmitByEnter />
    </form>
  );
}

/** Enter in a field goes on, as in any form; the button that one sees stands in the panel's footer. */
export function SubmitByEnter() {
  return <input type="submit" hidden />;
}
