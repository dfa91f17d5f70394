import { get } from '../lib/call.ts';

export const getToday = get('/api/v2/operator/today');
export const getFigure = get('/api/v2/operator/figures');
