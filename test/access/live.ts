import * as notifications from '#shared/notifications/contract.ts';
import { plainRow, type AccessRow } from './row.ts';

export const LIVE: readonly AccessRow[] = [plainRow(notifications.events, () => ({}))];
