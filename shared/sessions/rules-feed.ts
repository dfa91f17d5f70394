/** How far back the calendar feed goes, in days of 24 hours, and how many sessions it has at most (docs/product/sessions.md#calendar-feed). */
export const FEED_DAYS = 60;
export const FEED_SESSIONS = 1000;
