import type { FormEventHandler } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { PANEL } from '#shared/sessions/texts.ts';
import type { Configuration } from '../api.ts';
import type { BookingForm, FormContext, FormService } from '../form/booking-form.ts';
import classes from '../form/Booking.module.css';
import { DetailsFields } from '../form/DetailsFields.tsx';
import { TrackFields } from '../track/TrackFields.tsx';
import { SubmitByEnter } from '../track/TrackStep.tsx';

/** The tabs of edit mode, by the booking step with the same fields. */
export const EDIT_TABS = [
  { key: 'track', text: PANEL.tabs.trackDetails },
  { key: 'session', text: PANEL.tabs.sessionDetails },
] as const;
export type EditTab = (typeof EDIT_TABS)[number]['key'];

export const EDIT_FORM = 'edit-session';
export const EDIT_PANEL = 'edit-session-tab';

interface EditTabPanelProps {
  readonly form: UseFormReturn<BookingForm, FormContext>;
  readonly service: FormService;
  readonly configuration: Configuration | null;
  readonly tab: EditTab;
  readonly onSubmit: FormEventHandler;
}

/** One form across both tabs: hidden fields keep their values and are validated on saving. */
export function EditTabPanel({ form, service, configuration, tab, onSubmit }: EditTabPanelProps) {
  const name = EDIT_TABS.find(({ key }) => key === tab)?.text;
  return (
    <form id={EDIT_FORM} noValidate onSubmit={onSubmit}>
      <div role="tabpanel" id={EDIT_PANEL} aria-label={name}>
        <div className={classes.tab} hidden={tab !== 'track'}>
          <TrackFields form={form} flags={service.form} sampleRates={configuration?.sampleRates ?? []} />
        </div>
        <div className={classes.tab} hidden={tab !== 'session'}>
          <DetailsFields
            form={form}
            flags={service.form}
            sessionType={service.session_type}
            deliverables={configuration?.deliverables ?? []}
          />
        </div>
      </div>
      <SubmitByEnter />
    </form>
  );
}
