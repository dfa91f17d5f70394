import { useForm } from 'react-hook-form';
import { MAX_CALENDAR_NAME } from '#shared/calendar/rules-outside.ts';
import { OTHER_CALENDARS } from '#shared/calendar/texts-outside.ts';
import { errorMessage } from '../../../lib/error-message.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { toast } from '../../../ui/overlay/toast.ts';
import { useOtherCalendars } from './api.ts';
import classes from './OthersCard.module.css';

/** The form for another address; it is read before it is kept. */
export function AddCalendar() {
  const { adding } = useOtherCalendars();
  const form = useForm({ defaultValues: { url: '', name: '' } });
  const send = form.handleSubmit(async (values) => {
    try {
      const { calendar } = await adding.mutateAsync(values);
      form.reset();
      toast(OTHER_CALENDARS.added(calendar.name, calendar.busy));
    } catch (error) {
      form.setError('root', { type: 'server', message: errorMessage(error) });
    }
  });
  const failure = form.formState.errors.root?.message;
  return (
    <form noValidate className={classes.form} onSubmit={(event) => void send(event)}>
      <TextField
        form={form}
        name="url"
        label={OTHER_CALENDARS.address}
        hint={OTHER_CALENDARS.where}
        inputMode="url"
        autoComplete="off"
        maxLength={2000}
      />
      <TextField
        form={form}
        name="name"
        label={OTHER_CALENDARS.name}
        hint={OTHER_CALENDARS.nameHint}
        autoComplete="off"
        maxLength={MAX_CALENDAR_NAME}
      />
      {failure !== undefined && (
        <Notice tone="danger" alert>
          {failure}
        </Notice>
      )}
      <div>
        <SubmitButton kind="plain" busy={form.formState.isSubmitting} busyText={OTHER_CALENDARS.adding}>
          {OTHER_CALENDARS.add}
        </SubmitButton>
      </div>
    </form>
  );
}
