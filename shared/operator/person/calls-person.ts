import { get, post } from '../../lib/call.ts';

export const blockPerson = post('/api/v2/operator/people/:id/block');
export const changeRole = post('/api/v2/operator/people/:id/role');
export const getRoleChanges = get('/api/v2/operator/people/:id/role-changes');
export const unblockPerson = post('/api/v2/operator/people/:id/unblock');
export const invitePerson = post('/api/v2/operator/people');
export const inviteAgain = post('/api/v2/operator/people/:id/invite-again');
export const listCatalogueNames = get('/api/v2/operator/catalogue-names');
export const listPersonPayments = get('/api/v2/operator/people/:id/payments');
export const makeRefund = post('/api/v2/operator/payments/:id/refund');
export const planRefund = get('/api/v2/operator/payments/:id/refund');
export const readSubscriptions = get('/api/v2/operator/people/:id/subscriptions');
export const admitPerson = post('/api/v2/operator/people/:id/admit');
