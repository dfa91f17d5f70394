/** All route prefetches, in one chunk. */
export { prefetchBooking as booking } from '../../booking/prefetch.ts';
export { prefetchExplore as explore } from '../../explore/prefetch.ts';
export { prefetchSession as session, prefetchSessions as sessions } from '../../sessions/prefetch.ts';
