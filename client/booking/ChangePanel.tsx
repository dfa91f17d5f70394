/** What changes a booked session, as one piece of code: who edits one may well move it. */
export { EditSessionPanel } from './EditSessionPanel.tsx';
export { MoveSessionPanel } from './MoveSessionPanel.tsx';
