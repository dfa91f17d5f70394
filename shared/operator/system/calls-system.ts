import { get, post } from '../../lib/call.ts';

export const checkHealth = post('/api/v2/operator/system/check-health');
export const dropDeadLetter = post('/api/v2/operator/dead-letters/:id/drop');
export const getQueues = get('/api/v2/operator/queues');
export const getSystem = get('/api/v2/operator/system');
export const listDeadLetters = get('/api/v2/operator/dead-letters');
export const listMails = get('/api/v2/operator/mails');
export const listWebhooks = get('/api/v2/operator/webhooks');
export const readMail = post('/api/v2/operator/mails/:id/read');
export const runDeadLetter = post('/api/v2/operator/dead-letters/:id/run-again');
export const sendMailAgain = post('/api/v2/operator/mails/:id/send-again');
