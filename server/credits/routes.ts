import * as contract from '#shared/credits/contract.ts';
import { serve, type Bound } from '../http/bind.ts';
import { getStatementCsv } from './get-statement-csv.ts';
import { getStatement } from './get-statement.ts';

export const routes: readonly Bound[] = [
  serve(contract.getStatement, getStatement),
  serve(contract.getStatementCsv, getStatementCsv),
];
