import { get, post } from '../../lib/call.ts';

export const approveProfile = post('/api/v2/operator/musicians/:id/approve');
export const changeMusicianSchedule = post('/api/v2/operator/musicians/:id/schedule/changes');
export const closeMonths = post('/api/v2/operator/payouts/close');
export const getMusician = get('/api/v2/operator/musicians/:id');
export const getMusicianMonths = get('/api/v2/operator/musicians/:id/months');
export const getMusicianSchedule = get('/api/v2/operator/musicians/:id/schedule');
export const getMusicianSlots = get('/api/v2/operator/musicians/:id/slots');
export const getPayoutPdf = get('/api/v2/operator/musicians/:id/month-pdf');
export const getPayouts = get('/api/v2/operator/payouts');
export const listMusicians = get('/api/v2/operator/musicians');
export const markMonthsPaid = post('/api/v2/operator/payouts/mark-paid');
export const previewMusicianSchedule = post('/api/v2/operator/musicians/:id/schedule/preview');
export const returnProfile = post('/api/v2/operator/musicians/:id/return');
export const setMusicianRate = post('/api/v2/operator/musicians/:id/rates');
export const setMusicianServices = post('/api/v2/operator/musicians/:id/services');
export const takePaidMarkBack = post('/api/v2/operator/payouts/:id/take-back');
export const undoMusicianSchedule = post('/api/v2/operator/musicians/:id/schedule/undo');
