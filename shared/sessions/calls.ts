import { get, post } from '../lib/call.ts';

export const listSessions = get('/api/sessions');
export const getToday = get('/api/v2/musicians/today');
export const getSession = get('/api/sessions/:id');
export const approve = post('/api/sessions/approve');
export const close = post('/api/sessions/close');
export const rate = post('/api/v2/ratings');
export const createTrack = post('/api/v2/tracks');
export const listTracks = get('/api/v2/tracks');
export const getFeed = get('/api/v2/calendar-feed');
export const makeFeed = post('/api/v2/calendar-feed');
export const stopFeed = post('/api/v2/calendar-feed/stop');
export const readFeed = get('/api/v2/calendar-feed/:file');
