import { CopyText } from './CopyText.tsx';

/** The session's number; a press copies it. */
export function CopyId({ id }: { id: number }) {
  return <CopyText text={String(id)} shown={`#${id}`} label="Copy the session's number" />;
}
