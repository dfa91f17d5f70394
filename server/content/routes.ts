import * as contract from '../../shared/content/contract.ts';
import { serve, type Bound } from '../lib/bind.ts';
import * as content from './service.ts';

export const routes: readonly Bound[] = [
  serve(contract.getStudio, (ctx) => content.studio(ctx)),
  serve(contract.getLimitations, (ctx) => content.showLimitations(ctx)),
];
