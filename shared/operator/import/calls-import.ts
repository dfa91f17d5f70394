import { post } from '../../lib/call.ts';

export const checkMembers = post('/api/v2/operator/members-import/check');
export const importMembers = post('/api/v2/operator/members-import');
export const checkMusicians = post('/api/v2/operator/musicians-import/check');
export const importMusicians = post('/api/v2/operator/musicians-import');
export const checkSessions = post('/api/v2/operator/sessions-import/check');
export const importSessions = post('/api/v2/operator/sessions-import');
