import { get, post } from '../lib/call.ts';

export const getDataCheck = get('/api/v2/operator/data-check');
export const startDataCheck = post('/api/v2/operator/data-check');
