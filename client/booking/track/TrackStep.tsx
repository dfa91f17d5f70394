import classes from '../form/Booking.module.css';
import { TrackFields } from './TrackFields.tsx';
import { useBooking } from '../state/booking-context.ts';

/** The step 'Track details'. */
export function TrackStep() {
  const { form, service, configuration, goTo } = useBooking();
  if (!service) return null;
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => void form.handleSubmit(() => goTo('session'))(event)}
    >
      <TrackFields form={form} flags={service.form} sampleRates={configuration?.sampleRates ?? []} />
      <SubmitByEnter />
    </form>
  );
}

/** Lets Enter submit the form: the visible button is in the panel's footer, outside the form. */
export function SubmitByEnter() {
  return <input type="submit" hidden />;
}
