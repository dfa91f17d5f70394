import * as contract from '#shared/files/contract.ts';
import { serve, type Bound } from '../http/bind.ts';
import { reportUploads } from './uploads/finalize.ts';
import { beginUploads } from './uploads/begin.ts';
import { cancelOpenUploads, listOpenUploads } from './uploads/cancel.ts';
import { removeFolder, removeOutput } from './remove.ts';
import { linkArchive, linkFile, filesOf } from './service.ts';
import { signRequest } from './uploads/sign.ts';
import { streamArchive } from './archive/stream.ts';
import { waveformOf } from './waveforms/waveform.ts';

export const routes: readonly Bound[] = [
  serve(contract.listFiles, (ctx, input) => filesOf(ctx, input)),
  serve(contract.uploadLink, (ctx, input) => beginUploads(ctx, input)),
  serve(contract.signUpload, (ctx, input) => signRequest(ctx, input)),
  serve(contract.openUploads, (ctx, input) => listOpenUploads(ctx, input)),
  serve(contract.cancelUploads, (ctx, input) => cancelOpenUploads(ctx, input)),
  serve(contract.filesInfo, (ctx, input) => reportUploads(ctx, input)),
  serve(contract.downloadLink, (ctx, input) => linkFile(ctx, input)),
  serve(contract.waveform, (ctx, input) => waveformOf(ctx, input)),
  serve(contract.archiveLink, (ctx, input) => linkArchive(ctx, input)),
  serve(contract.archive, (ctx, input, { request }) =>
    streamArchive(ctx, input, {
      method: request.method,
      range: request.headers.range,
      ifRange: request.headers['if-range'] as string | undefined,
    }),
  ),
  serve(contract.deleteFolder, (ctx, input) => removeFolder(ctx, input)),
  serve(contract.deleteOutput, (ctx, input) => removeOutput(ctx, input)),
];
