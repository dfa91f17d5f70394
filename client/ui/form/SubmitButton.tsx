import { Button, type ButtonProps } from './Button.tsx';

interface SubmitButtonProps extends ButtonProps {
  readonly busy: boolean;
  /** What it says while the form is on its way, e.g. 'LOGGING IN...'. */
  readonly busyText: string;
  /** The id of its form, where it stands outside of it. */
  readonly form?: string;
}

/** Sends its form. While busy it says so in words and ignores further presses, but keeps the focus. */
export function SubmitButton({ busy, busyText, children, ...props }: SubmitButtonProps) {
  return (
    <Button
      {...props}
      type="submit"
      aria-disabled={busy || undefined}
      data-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : undefined}
    >
      <span aria-live="polite">{busy ? busyText : children}</span>
    </Button>
  );
}
