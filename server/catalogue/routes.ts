import * as contract from '#shared/catalogue/contract.ts';
import { serve, type Bound } from '../http/bind.ts';
import * as catalogue from './service.ts';

export const routes: readonly Bound[] = [
  serve(contract.listInstruments, (ctx) => catalogue.listInstruments(ctx)),
  serve(contract.getPartner, (ctx, input) => catalogue.getPartner(ctx, input)),
];
