import { del, get, post, put } from '../lib/call.ts';

export const availability = get('/api/v2/availability');
export const nextSlots = get('/api/v2/slots/get-next-slots');
export const getSchedule = get('/api/v2/musicians/schedule');
export const previewSchedule = post('/api/v2/musicians/schedule/preview');
export const changeSchedule = post('/api/v2/musicians/schedule/changes');
export const undoSchedule = post('/api/v2/musicians/schedule/undo');
export const listCalendars = get('/api/v2/musicians/calendars');
export const addCalendar = post('/api/v2/musicians/calendars');
export const readCalendar = post('/api/v2/musicians/calendars/:id/read');
export const renameCalendar = put('/api/v2/musicians/calendars/:id');
export const removeCalendar = del('/api/v2/musicians/calendars/:id');
