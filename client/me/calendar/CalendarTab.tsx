import { Calendar } from '../../calendar/Calendar.tsx';
import { FeedCard } from './FeedCard.tsx';
import { Conflicts } from './others/Conflicts.tsx';
import { OthersCard } from './others/OthersCard.tsx';
import classes from './CalendarTab.module.css';

/** docs/product/calendar.md#my-calendar */
export function CalendarTab() {
  return (
    <section aria-label="My Calendar">
      <Calendar renderNotices={(zone) => <Conflicts zone={zone} />}>
        <div className={classes.feed}>
          <OthersCard />
          <FeedCard />
        </div>
      </Calendar>
    </section>
  );
}
