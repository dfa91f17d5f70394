import { get, post } from '../lib/call.ts';

export const getDataCheck = get('/api/v2/operator/data-check');
export const listAuditLog = get('/api/v2/operator/audit-log');
export const getPerson = get('/api/v2/operator/people/:id');
export const listPeople = get('/api/v2/operator/people');
export const startDataCheck = post('/api/v2/operator/data-check');
