import { PANEL } from '#shared/sessions/texts.ts';
import { Icon } from '../../ui/button/Icon.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import classes from './CopyText.module.css';

interface CopyTextProps {
  readonly text: string;
  /** Shown in place of the text itself. */
  readonly shown?: string;
  /** What a press does. */
  readonly label: string;
}

/** A text that a press copies. */
export function CopyText({ text, shown = text, label }: CopyTextProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast(PANEL.copied);
    } catch {
      toast(`Your browser did not let us copy. It is ${text}.`, 'danger');
    }
  };
  return (
    <button
      type="button"
      className={classes.text}
      aria-label={`${shown}, ${label.toLowerCase()}`}
      onClick={() => void copy()}
    >
      <span>{shown}</span>
      <Icon name="copy" size={14} />
    </button>
  );
}
