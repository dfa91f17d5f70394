import { CREDITS } from '#shared/booking/texts.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { ServiceInfo } from './ServiceInfo.tsx';
import classes from './ServiceStep.module.css';
import { TopUpButton } from '../limits/TopUpButton.tsx';
import { useBooking } from '../state/booking-context.ts';
import { creditsText } from './format.ts';

const TYPES = { live: 'Live', offline: 'Offline', all: 'Live or offline' } as const;

/** The step 'Choose a service'. */
export function ServiceStep() {
  const { services, service, balance, chooseService } = useBooking();
  const present = service?.id;
  return (
    <>
      {balance <= 0 && (
        <Notice tone="waiting" action={<TopUpButton cost={service?.price ?? 1} />}>
          {CREDITS.topUp}
        </Notice>
      )}
      <fieldset className={classes.services} aria-label="Service">
        {services.map((one) => (
          <div key={one.id} className={classes.service}>
            <label>
              <input
                type="radio"
                name="service"
                value={one.id}
                checked={one.id === present}
                onChange={() => chooseService(one.id)}
              />
              <span className={classes.text}>
                <b>{one.label}</b>
                <span>{one.short_description}</span>
                <span className={classes.facts}>
                  {TYPES[one.session_type]} · {one.unit_minutes * one.slots} min
                </span>
              </span>
              <span className={classes.price}>{creditsText(one.price)}</span>
            </label>
            {one.id === present && (
              <div className={classes.info}>
                <ServiceInfo service={one} />
              </div>
            )}
          </div>
        ))}
      </fieldset>
    </>
  );
}
