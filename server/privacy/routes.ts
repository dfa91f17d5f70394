import * as contract from '#shared/privacy/contract.ts';
import { serve, type Bound } from '../http/bind.ts';
import { confirmErasure } from './confirm-erasure.ts';
import { downloadExport } from './download-export.ts';
import { getOwnData } from './get-own-data.ts';
import { keepAccount } from './keep-account.ts';
import { requestErasureLink } from './request-erasure-link.ts';
import { requestErasure } from './request-erasure.ts';
import { startExport } from './start-export.ts';
import { takeBackErasure } from './take-back-erasure.ts';

export const routes: readonly Bound[] = [
  serve(contract.getOwnData, (ctx) => getOwnData(ctx)),
  serve(contract.startExport, (ctx) => startExport(ctx)),
  serve(contract.downloadExport, downloadExport),
  serve(contract.requestErasure, requestErasure),
  serve(contract.requestErasureLink, (ctx) => requestErasureLink(ctx)),
  serve(contract.confirmErasure, confirmErasure),
  serve(contract.takeBackErasure, (ctx) => takeBackErasure(ctx)),
  serve(contract.keepAccount, keepAccount),
];
