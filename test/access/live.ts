import * as notifications from '#shared/notifications/contract.ts';
import { open, type AccessRow } from './row.ts';

export const LIVE: readonly AccessRow[] = [open(notifications.events, () => ({}))];
