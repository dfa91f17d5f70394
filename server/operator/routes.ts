import * as contract from '#shared/operator/contract.ts';
import * as audit from '#shared/operator/contract-audit.ts';
import * as figures from '#shared/operator/contract-figures.ts';
import * as mails from '#shared/operator/contract-mails.ts';
import * as people from '#shared/operator/contract-people.ts';
import * as person from '#shared/operator/contract-person.ts';
import * as queues from '#shared/operator/contract-queues.ts';
import * as system from '#shared/operator/contract-system.ts';
import * as today from '#shared/operator/contract-today.ts';
import * as verbs from '#shared/operator/contract-person-verbs.ts';
import { serve, type Bound } from '../http/bind.ts';
import * as operator from './service.ts';

export const routes: readonly Bound[] = [
  serve(today.getToday, (ctx) => operator.getToday(ctx)),
  serve(figures.getFigure, operator.getFigure),
  serve(contract.getDataCheck, (ctx) => operator.getDataCheck(ctx)),
  serve(contract.startDataCheck, (ctx) => operator.startDataCheck(ctx)),
  serve(audit.listAuditLog, operator.listAuditLog),
  serve(people.listPeople, operator.listPeople),
  serve(person.getPerson, operator.getPerson),
  serve(verbs.endLogins, operator.endLogins),
  serve(verbs.grantCredits, operator.grantCredits),
  serve(verbs.takeCredits, operator.takeCredits),
  serve(system.getSystem, (ctx) => operator.getSystem(ctx)),
  serve(system.checkHealth, (ctx) => operator.checkHealth(ctx)),
  serve(mails.listMails, operator.listMails),
  serve(mails.readMail, operator.readMail),
  serve(mails.sendMailAgain, operator.sendMailAgain),
  serve(queues.getQueues, (ctx) => operator.getQueues(ctx)),
  serve(queues.listDeadLetters, operator.listDeadLetters),
  serve(queues.runDeadLetter, operator.runDeadLetter),
  serve(queues.dropDeadLetter, operator.dropDeadLetter),
  serve(queues.listWebhooks, operator.listWebhooks),
];
