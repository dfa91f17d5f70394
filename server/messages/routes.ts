import * as contract from '#shared/messages/contract.ts';
import { serve, type Bound } from '../http/bind.ts';
import * as messages from './service.ts';

export const routes: readonly Bound[] = [
  serve(contract.listMessages, (ctx, input) => messages.listMessages(ctx, input)),
  serve(contract.postMessage, (ctx, input) => messages.postMessage(ctx, input)),
  serve(contract.putThread, (ctx, input) => messages.putThread(ctx, input)),
];
