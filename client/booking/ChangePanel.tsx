/** The edit and move panels share a chunk: people often open both. */
export { EditSessionPanel } from './edit/EditSessionPanel.tsx';
export { MoveSessionPanel } from './move/MoveSessionPanel.tsx';
