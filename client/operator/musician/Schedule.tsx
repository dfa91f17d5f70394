import type { MusicianSchedule } from '#shared/operator/musicians/contract-musician.ts';
import person from '../person/PersonPage.module.css';
import { hoursByDay, timeOffText } from '#shared/calendar/texts-schedule.ts';
import classes from './MusicianPage.module.css';

/** A musician's weekly hours in their own zone, and their time off. */
export function Schedule({ schedule: { hours, time_off } }: { readonly schedule: MusicianSchedule }) {
  return (
    <>
      {hours.length === 0 && <p className={person.text}>No weekly hours are set.</p>}
      {hours.map(({ valid_from, valid_until, hours: weekly }, at) => (
        <div key={valid_from} className={classes.version}>
          {(at > 0 || hours.length > 1) && (
            <h3>{valid_until === null ? `From ${valid_from}` : `${valid_from} to ${valid_until}`}</h3>
          )}
          {weekly.length === 0 ? (
            <p className={person.text}>No hours.</p>
          ) : (
            <dl className={classes.week}>
              {hoursByDay(weekly).map(([day, times]) => (
                <div key={day}>
                  <dt>{day}</dt>
                  <dd>{times}</dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      ))}
      <h3 className={classes.heading}>Time off</h3>
      {time_off.length === 0 ? (
        <p className={person.text}>None is planned.</p>
      ) : (
        <ul className={classes.plain}>
          {time_off.map((off) => (
            <li key={`${timeOffText(off)} ${off.note}`}>
              {timeOffText(off)} {off.note !== '' && <span className={classes.small}>{off.note}</span>}
            </li>
          ))}
        </ul>
      )}
      <p className={classes.hint}>
        Times are those of the musician’s zone. Both they and the studio can change them.
      </p>
    </>
  );
}
