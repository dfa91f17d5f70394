export { MAIL_INVARIANTS } from './queries-invariants.ts';
