/** Texts about files, quoted in docs/product/files.md. */

export const uploadFiles = 'Upload Files';
export const hideFinished = 'Hide finished uploads';
export const noFiles = 'No files';
export const downloadAll = 'Download all files';
export const preparingFiles = 'Preparing your files...';
export const filesReady = 'Your files are ready! Press to download';
export const processing = 'Processing';
export const filesExpired = 'Files expired';
export const becomeMember = 'Become a member';
export const uploadsFailed = 'Error uploading files for session';
export const someUploadsFailed = 'Some of files failed to upload';
export const retry = 'Retry';
export const sendWithout = 'Send without these';
export const waitsForRest = 'The session waits until every file has arrived.';
export const leaveWhileUploading = 'Some of the files are still uploading. Do you wish to leave?';

/** Shown on a file whose stored bytes are not those that were listed. */
export const fileChanged = 'This file was changed after it was uploaded. Please have it sent again.';

/** Why a folder cannot be downloaded as a whole: nothing is left out of an archive silently. */
export function filesChanged(names: readonly string[]): string {
  const [first = '', ...rest] = names;
  return rest.length === 0
    ? `‘${first}’ was changed after it was uploaded. Please have it sent again, or download the other files one by one.`
    : `${names.length} files were changed after they were uploaded. Please have them sent again, or download the other files one by one.`;
}

/** The label at the end of a row in the upload list. */
export const uploadRow = {
  pending: 'Cancel',
  uploading: 'Cancel',
  completed: 'Completed',
  failed: 'Failed',
} as const;

/** The two lines at the top of the files modal. */
export const filesSession = (id: number): string => `Session: #${id}`;
export const filesTrack = (title: string): string => `Track: ${title}`;

/** The tabs of the files modal. */
export const preSessionTab = (client: string): string => `Pre-session files (by ${client})`;
export const sessionTab = (partner: string): string => `Session files (by ${partner})`;

/** The links below the table that empty a folder, and their confirmation. */
export const deletePreSession = (client: string): string => `Delete all pre-session files (by ${client})`;
export const deleteSessionFiles = (partner: string): string => `Delete all session files (by ${partner})`;
export const confirmDeletePreSession = (client: string): string =>
  `Are you sure you want to delete all pre-session files (by ${client})?`;
export const confirmDeleteSessionFiles = (partner: string): string =>
  `Are you sure you want to delete all session files (by ${partner})?`;

/** The row that leads from the uploads to the files. */
export const viewFilesTitle = (id: number, track: string, partner: string): string =>
  `${id} - ${track} - Session for ${partner}`;

/** The refusal of a file over the limit, which is named in binary units. */
export const tooLarge = (size = '5 GiB'): string => `Error: Some files were larger than ${size}`;
