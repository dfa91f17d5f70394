import { Button } from '../button/Button.tsx';
import classes from './State.module.css';
import { Icon } from '../button/Icon.tsx';

interface ErrorStateProps {
  readonly title?: string;
  /** What happened, in words fit to show a person. */
  readonly children: string;
  readonly onRetry: () => void;
  readonly retrying?: boolean;
}

/** A part of the screen that failed, with a retry. */
export function ErrorState({
  title = 'That did not work',
  children,
  onRetry,
  retrying = false,
}: ErrorStateProps) {
  return (
    <div className={classes.state} role="alert">
      <span className={classes.icon}>
        <Icon name="alert" size={24} />
      </span>
      <h2>{title}</h2>
      <p>{children}</p>
      <Button kind="plain" onClick={onRetry} aria-disabled={retrying || undefined}>
        {retrying ? 'Trying again...' : 'Try again'}
      </Button>
    </div>
  );
}
