import { get, post } from '../lib/call.ts';

export const endLogins = post('/api/v2/operator/people/:id/end-logins');
export const getDataCheck = get('/api/v2/operator/data-check');
export const grantCredits = post('/api/v2/operator/people/:id/grant-credits');
export const listAuditLog = get('/api/v2/operator/audit-log');
export const getPerson = get('/api/v2/operator/people/:id');
export const listPeople = get('/api/v2/operator/people');
export const startDataCheck = post('/api/v2/operator/data-check');
export const takeCredits = post('/api/v2/operator/people/:id/take-credits');
