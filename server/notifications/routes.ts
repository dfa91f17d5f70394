import * as contract from '#shared/notifications/contract.ts';
import { serve, type Bound } from '../http/bind.ts';
import { openUnsubscribe, unsubscribe } from './unsubscribe.ts';

export const routes: readonly Bound[] = [
  serve(contract.unsubscribe, unsubscribe),
  serve(contract.openUnsubscribe, openUnsubscribe),
];
