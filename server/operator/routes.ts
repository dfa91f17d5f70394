import * as contract from '#shared/operator/contract.ts';
import * as audit from '#shared/operator/contract-audit.ts';
import * as people from '#shared/operator/contract-people.ts';
import * as person from '#shared/operator/contract-person.ts';
import * as verbs from '#shared/operator/contract-person-verbs.ts';
import { serve, type Bound } from '../http/bind.ts';
import * as operator from './service.ts';

export const routes: readonly Bound[] = [
  serve(contract.getDataCheck, (ctx) => operator.getDataCheck(ctx)),
  serve(contract.startDataCheck, (ctx) => operator.startDataCheck(ctx)),
  serve(audit.listAuditLog, operator.listAuditLog),
  serve(people.listPeople, operator.listPeople),
  serve(person.getPerson, operator.getPerson),
  serve(verbs.endLogins, operator.endLogins),
  serve(verbs.grantCredits, operator.grantCredits),
  serve(verbs.takeCredits, operator.takeCredits),
];
