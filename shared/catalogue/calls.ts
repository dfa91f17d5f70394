import { get } from '../lib/call.ts';

export const listInstruments = get('/api/instruments');
export const getPartner = get('/api/partners/:id');
