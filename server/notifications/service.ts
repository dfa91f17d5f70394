import { sendMail } from './jobs.ts';

export { canSend } from './can-send.ts';
export { enqueueAgain } from './enqueue-again.ts';
export { keptMail } from './kept-mail.ts';
export { MAIL_INVARIANTS } from './queries-invariants.ts';

/** The queue of mails. */
export const SEND_MAIL = sendMail.name;
