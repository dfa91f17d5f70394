import { get } from '../lib/call.ts';

export const availability = get('/api/v2/availability');
export const nextSlots = get('/api/v2/slots/get-next-slots');
