import { get, post, put } from '../lib/call.ts';

export const prebook = post('/api/v2/slots/prebook');
export const extend = post('/api/v2/slots/extend');
export const release = post('/api/v2/slots/release');
export const confirm = post('/api/v2/sessions');
export const cancel = post('/api/v2/sessions/cancel');
export const sendFeedback = post('/api/v2/sessions/feedback');
export const updateSession = put('/api/v2/sessions');
export const reschedule = post('/api/v2/sessions/reschedule');
export const listHolds = get('/api/v2/slots/holds');
export const getDraft = get('/api/v2/slots/draft');
export const saveDraft = put('/api/v2/slots/draft');
export const listWaits = get('/api/v2/waiting');
export const joinLine = post('/api/v2/waiting');
export const changeWait = put('/api/v2/waiting');
export const leaveLine = post('/api/v2/waiting/leave');
export const acceptOffer = post('/api/v2/waiting/accept');
export const declineOffer = post('/api/v2/waiting/decline');
