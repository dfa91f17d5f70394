import * as contract from '../../shared/messages/contract.ts';
import { serve, type Bound } from '../lib/bind.ts';
import * as messages from './service.ts';

export const routes: readonly Bound[] = [
  serve(contract.listMessages, (ctx, input) => messages.listMessages(ctx, input)),
  serve(contract.postMessage, (ctx, input, { request }) => messages.postMessage(ctx, input, request.ip)),
  serve(contract.putThread, (ctx, input) => messages.putThread(ctx, input)),
];
