import { useQuery } from '@tanstack/react-query';
import { MAX_CALENDARS } from '#shared/calendar/rules-outside.ts';
import { OTHER_CALENDARS } from '#shared/calendar/texts-outside.ts';
import { QueryView } from '../../../lib/QueryView.tsx';
import { RowsSkeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import cards from '../../profile/Cards.module.css';
import { AddCalendar } from './AddCalendar.tsx';
import { otherCalendarsQuery } from './api.ts';
import { CalendarRow } from './CalendarRow.tsx';
import classes from './OthersCard.module.css';

/** The musician's other calendars, whose busy times hide slots (docs/product/other-calendars.md). */
export function OthersCard() {
  const query = useQuery(otherCalendarsQuery);
  if (query.data?.on === false && query.data.calendars.length === 0) return null;
  return (
    <Card title={OTHER_CALENDARS.title}>
      <div className={classes.about}>
        <p className={cards.note}>{OTHER_CALENDARS.about}</p>
        <p className={cards.note}>{OTHER_CALENDARS.pay}</p>
      </div>
      <QueryView
        query={query}
        loading={<RowsSkeleton what="your other calendars" count={1} />}
        errorTitle="We could not load your other calendars"
      >
        {({ on, calendars }) => (
          <>
            {calendars.length === 0 ? (
              <p className={cards.note}>{OTHER_CALENDARS.none}</p>
            ) : (
              <ul className={classes.list}>
                {calendars.map((calendar) => (
                  <CalendarRow key={calendar.id} calendar={calendar} on={on} />
                ))}
              </ul>
            )}
            {on && calendars.length < MAX_CALENDARS && <AddCalendar />}
            {calendars.length >= MAX_CALENDARS && <p className={cards.note}>{OTHER_CALENDARS.full}</p>}
          </>
        )}
      </QueryView>
    </Card>
  );
}
