import { PANEL } from '../../../shared/sessions/texts.ts';
import { Icon } from '../../ui/Icon.tsx';
import { toast } from '../../ui/toast.ts';
import classes from './CopyId.module.css';

/** The session's number; pressing it copies it. */
export function CopyId({ id }: { id: number }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(String(id));
      toast(PANEL.copied);
    } catch {
      toast(`Your browser did not let us copy. The number is ${id}.`, 'danger');
    }
  };
  return (
    <button
      type="button"
      className={classes.id}
      aria-label={`#${id}, copy the session's number`}
      onClick={() => void copy()}
    >
      <span>#{id}</span>
      <Icon name="copy" size={14} />
    </button>
  );
}
