import * as auditLog from '#shared/operator/contract-audit.ts';
import * as people from '#shared/operator/contract-people.ts';
import * as person from '#shared/operator/contract-person.ts';
import * as operator from '#shared/operator/contract.ts';
import { plainRow, type AccessRow } from './row.ts';

/** The console, whose operators see everybody. */
export const OPERATOR: readonly AccessRow[] = [
  plainRow(operator.getDataCheck, () => ({})),
  plainRow(operator.startDataCheck, () => ({})),
  plainRow(auditLog.listAuditLog, () => ({})),
  plainRow(people.listPeople, () => ({})),
  plainRow(person.getPerson, ({ client }) => ({ params: { id: client.id } })),
];
