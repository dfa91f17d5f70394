import { get } from '../lib/call.ts';

export const getStatement = get('/api/v2/credits/statement');
export const getStatementCsv = get('/api/v2/credits/statement.csv');
