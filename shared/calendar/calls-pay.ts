import { get, post } from '../lib/call.ts';

export const musicianStats = post('/api/v2/musicians/stats');
export const statsSlots = get('/api/v2/musicians/stats/slots');
export const statsPdf = get('/api/v2/musicians/stats/pdf');
