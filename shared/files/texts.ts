/** The requirement's texts around files (part 2 sections 2, 5 and 8). */

export const uploadFiles = 'Upload Files';
export const hideFinished = 'Hide finished uploads';
export const noFiles = 'No files';
export const downloadAll = 'Download all files';
export const preparingFiles = 'Preparing your files...';
export const filesReady = 'Your files are ready! Press to download';
export const processing = 'Processing';
export const filesExpired = 'Files expired';
export const uploadsFailed = 'Error uploading files for session';
export const someUploadsFailed = 'Some of files failed to upload';
export const leaveWhileUploading = 'Some of the files are still uploading. Do you wish to leave?';

/** What a row of the upload list says at its end; a waiting row can only be cancelled. */
export const uploadRow = {
  pending: 'Cancel',
  uploading: 'Cancel',
  completed: 'Completed',
  failed: 'Failed',
} as const;

/** The two lines on top of the files modal. */
export const filesSession = (id: number): string => `Session: #${id}`;
export const filesTrack = (title: string): string => `Track: ${title}`;

/** The tabs of the files modal. */
export const preSessionTab = (client: string): string => `Pre-session files (by ${client})`;
export const sessionTab = (partner: string): string => `Session files (by ${partner})`;

/** The links under the table that empty a folder, and the question before it. */
export const deletePreSession = (client: string): string => `Delete all pre-session files (by ${client})`;
export const deleteSessionFiles = (partner: string): string => `Delete all session files (by ${partner})`;
export const confirmDeletePreSession = (client: string): string =>
  `Are you sure you want to delete all pre-session files (by ${client})?`;
export const confirmDeleteSessionFiles = (partner: string): string =>
  `Are you sure you want to delete all session files (by ${partner})?`;

/** The row that leads from the uploads to the files. */
export const viewFilesTitle = (id: number, track: string, partner: string): string =>
  `${id} - ${track} - Session for ${partner}`;

/** The answer to a file over the limit; the limit is named in binary units, as the requirement names it. */
export const tooLarge = (size = '5 GiB'): string => `Error: Some files were larger than ${size}`;
