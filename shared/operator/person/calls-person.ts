import { get, post } from '../../lib/call.ts';

export const invitePerson = post('/api/v2/operator/people');
export const inviteAgain = post('/api/v2/operator/people/:id/invite-again');
export const listCatalogueNames = get('/api/v2/operator/catalogue-names');
