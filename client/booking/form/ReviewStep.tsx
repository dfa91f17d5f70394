import type { ReactNode } from 'react';
import { attendanceOptions, shownFields } from '#shared/booking/rules-form.ts';
import { STEPS } from '#shared/booking/texts.ts';
import { namedOptions, readOptions } from '#shared/sessions/rules-options.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import type { Partner } from '../api.ts';
import classes from './Booking.module.css';
import { payloadOf } from './booking-form.ts';
import { TopUpButton } from '../limits/TopUpButton.tsx';
import { useBooking } from '../state/booking-context.ts';
import { creditsText, minutesText, musicianHours, spanText } from './format.ts';

/** A review of everything, with the price and the balance before and after. */
export function ReviewStep({ partner }: { readonly partner: Partner }) {
  const booking = useBooking();
  const { form, service, me, hold, selection, balance } = booking;
  if (!service) return null;
  const values = form.getValues();
  const shown = shownFields(service.form);
  const span = selection?.ok ? selection.value : null;
  const cost = hold.session?.credits ?? span?.cost ?? 0;
  const warning = booking.warningFor(cost);
  const offline = partner.sessions_type === 'offline' || service.session_type === 'offline';
  const attendance = attendanceOptions(offline ? 'offline' : service.session_type).find(
    ({ value }) => value === (values.attendance === 'yes'),
  );
  return (
    <div className={classes.review}>
      {warning !== null && (
        <Notice tone="danger" action={<TopUpButton cost={cost} />}>
          {warning}
        </Notice>
      )}
      <Group title="Session" onChange={() => void booking.goTo('time')} changes={STEPS.time}>
        <Row name="Musician">{partner.name}</Row>
        <Row name="Service">{service.label}</Row>
        {span && (
          <Row name="Your time">
            <span className={classes.span}>{spanText(span, me.timezone)}</span> ({minutesText(span.duration)})
          </Row>
        )}
        {span && me.timezone !== partner.timezone && (
          <Row name="Musician's time">{musicianHours(span, me.timezone, partner.timezone)}</Row>
        )}
      </Group>
      <Group title="Track" onChange={() => void booking.goTo('track')} changes={STEPS.track}>
        <Row name="Track">{values.track_title}</Row>
        {shown.has('track_genre') && <Row name="Genre">{values.track_genre}</Row>}
        {shown.has('reference_track') && <Row name="Reference track">{values.reference_track}</Row>}
        {shown.has('meter') && <Row name="Meter">{values.meter}</Row>}
        {shown.has('bpm') && <Row name="BPM">{values.bpm}</Row>}
        {shown.has('sample_rate') && (
          <Row name="Sample rate">{values.sampleRate === null ? null : `${values.sampleRate}, 24-bit`}</Row>
        )}
        {namedOptions(
          service.form,
          readOptions(service.form, payloadOf(values, service).session_info.options),
        ).map(({ label, value }) => (
          <Row key={label} name={label}>
            {value}
          </Row>
        ))}
      </Group>
      <Group title="Details" onChange={() => void booking.goTo('session')} changes={STEPS.session}>
        {shown.has('deliverables') && <Row name="Deliverables">{values.files_format}</Row>}
        <Row name="Attending livestream">{values.attendance === '' ? null : attendance?.label}</Row>
        <Row name="Message">{values.message}</Row>
      </Group>
      <section className={`${classes.group} ${classes.price}`} aria-label="Price">
        <header>
          <h4>Price</h4>
        </header>
        <dl>
          <dt>This session</dt>
          <dd>{creditsText(cost)}</dd>
          <dt>You have</dt>
          <dd>{creditsText(balance)}</dd>
          {warning === null && (
            <>
              <dt>Left afterwards</dt>
              <dd>{creditsText(balance - cost)}</dd>
            </>
          )}
        </dl>
      </section>
    </div>
  );
}

interface GroupProps {
  readonly title: string;
  readonly changes: string;
  readonly onChange: () => void;
  readonly children: ReactNode;
}

function Group({ title, changes, onChange, children }: GroupProps) {
  return (
    <section className={classes.group} aria-label={title}>
      <header>
        <h4>{title}</h4>
        <button type="button" className={classes.change} onClick={onChange} aria-label={`Change: ${changes}`}>
          Change
        </button>
      </header>
      <dl>{children}</dl>
    </section>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children || 'Not given'}</dd>
    </>
  );
}
