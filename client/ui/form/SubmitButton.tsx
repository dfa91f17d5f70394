import { Button, type ButtonProps } from '../button/Button.tsx';

interface SubmitButtonProps extends ButtonProps {
  readonly busy: boolean;
  /** Label while the form is being sent, e.g. 'LOGGING IN...'. */
  readonly busyText: string;
  /** The form's id, where the button is outside of it. */
  readonly form?: string;
}

/** Submits its form. While busy it ignores presses but keeps the focus. */
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
