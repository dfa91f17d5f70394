import { get } from '../lib/call.ts';

export const listPartners = get('/api/partners');
export const getConfiguration = get('/content/artists/:slug');
export const listSlots = get('/api/v2/musicians/:id/slots');
export const musicianCalendar = get('/api/v2/musicians/calendar');
export const searchPartners = get('/api/v2/partners');
export const partnerFilters = get('/api/v2/partners/filters');
export const musicianPage = get('/api/v2/musicians/by-slug/:slug');
export const musicianComments = get('/api/v2/musicians/by-slug/:slug/comments');
