import { get, post } from '../lib/call.ts';

export const listFiles = get('/api/sessions/list-files');
export const uploadLink = post('/api/sessions/file-upload-link');
export const signUpload = post('/api/sessions/file-upload-sign');
export const openUploads = get('/api/sessions/uploads');
export const cancelUploads = post('/api/sessions/file-upload-cancel');
export const filesInfo = post('/api/v2/session_files_info');
export const downloadLink = get('/api/files/get-download-link');
export const waveform = get('/api/sessions/waveform');
export const archiveLink = post('/api/sessions/file-download-link');
export const archive = get('/api/sessions/:id/archive/:folder');
export const deleteFolder = post('/api/sessions/delete-session-folder');
export const deleteOutput = post('/api/sessions/delete-output');
