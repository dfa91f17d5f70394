import * as contract from '../../shared/notifications/contract.ts';
import { serve, type Bound } from '../lib/bind.ts';
import { openUnsubscribe, unsubscribe } from './unsubscribe.ts';

export const routes: readonly Bound[] = [
  serve(contract.unsubscribe, (ctx, input, { request }) => unsubscribe(ctx, input, request.ip)),
  serve(contract.openUnsubscribe, openUnsubscribe),
];
