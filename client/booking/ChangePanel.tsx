/** Edit and move panels in one chunk: whoever edits a session may well move it. */
export { EditSessionPanel } from './edit/EditSessionPanel.tsx';
export { MoveSessionPanel } from './move/MoveSessionPanel.tsx';
