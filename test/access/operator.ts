import * as auditLog from '#shared/operator/contract-audit.ts';
import * as figures from '#shared/operator/contract-figures.ts';
import * as mails from '#shared/operator/contract-mails.ts';
import * as people from '#shared/operator/contract-people.ts';
import * as person from '#shared/operator/contract-person.ts';
import * as queues from '#shared/operator/contract-queues.ts';
import * as system from '#shared/operator/contract-system.ts';
import * as today from '#shared/operator/contract-today.ts';
import * as verbs from '#shared/operator/contract-person-verbs.ts';
import * as operator from '#shared/operator/contract.ts';
import { plainRow, UNKNOWN_ID, type AccessRow } from './row.ts';

const A_FIGURE = { figure: 'bookings', by: 'week', from: '2026-01-01', to: '2026-03-31' } as const;
const ONE_CREDIT = { credits: 1, reason: 'A test' };

/** The console, whose operators see everybody. */
export const OPERATOR: readonly AccessRow[] = [
  plainRow(today.getToday, () => ({})),
  plainRow(figures.getFigure, () => ({ query: A_FIGURE })),
  plainRow(operator.getDataCheck, () => ({})),
  plainRow(operator.startDataCheck, () => ({})),
  plainRow(auditLog.listAuditLog, () => ({})),
  plainRow(people.listPeople, () => ({})),
  plainRow(person.getPerson, ({ client }) => ({ params: { id: client.id } })),
  plainRow(verbs.endLogins, () => ({ params: { id: UNKNOWN_ID } })),
  plainRow(verbs.grantCredits, ({ client }) => ({ params: { id: client.id }, body: ONE_CREDIT })),
  plainRow(verbs.takeCredits, ({ client }) => ({ params: { id: client.id }, body: ONE_CREDIT })),
  plainRow(system.getSystem, () => ({})),
  plainRow(system.checkHealth, () => ({})),
  plainRow(mails.listMails, () => ({})),
  plainRow(mails.readMail, () => ({ params: { id: UNKNOWN_ID } })),
  plainRow(mails.sendMailAgain, () => ({ params: { id: UNKNOWN_ID } })),
  plainRow(queues.getQueues, () => ({})),
  plainRow(queues.listDeadLetters, () => ({})),
  plainRow(queues.runDeadLetter, () => ({ params: { id: UNKNOWN_ID } })),
  plainRow(queues.dropDeadLetter, () => ({ params: { id: UNKNOWN_ID }, body: { reason: 'A test' } })),
  plainRow(queues.listWebhooks, () => ({})),
];
