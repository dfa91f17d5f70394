import '@mantine/core/styles/Input.layer.css';
import { Textarea } from '@mantine/core';
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { Role } from '#shared/lib/endpoint.ts';
import { characters, cleanText } from '#shared/lib/text.ts';
import { MESSAGE_MAX, messagePlaceholder, messageProblem } from '#shared/messages/rules.ts';
import { THREAD } from '#shared/messages/texts.ts';
import { Button } from '../ui/button/Button.tsx';
import fieldClasses from '../ui/form/Field.module.css';
import { charactersLeft } from '../ui/form/TextareaField.tsx';
import { useSendMessage } from './api.ts';
import classes from './Composer.module.css';
import { drafts, useDraft } from './drafts.ts';

interface ComposerProps {
  readonly threadId: string;
  readonly role: Role;
  /** Beside the button: what else can be done with the conversation. */
  readonly children?: ReactNode;
}

/** Where a message is written. Enter makes a line, with Ctrl or Cmd it sends. What is in the box is never lost. */
export function Composer({ threadId, role, children }: ComposerProps) {
  const { text } = useDraft(threadId);
  const { mutate } = useSendMessage(threadId);
  const box = useRef<HTMLTextAreaElement>(null);
  const countId = useId();
  const body = cleanText(text);
  const length = characters(body);
  const sendable = messageProblem(body) === null;

  const send = () => {
    if (!sendable) return;
    mutate(drafts.send(threadId));
    box.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        ref={box}
        value={text}
        onChange={(event) => drafts.write(threadId, event.currentTarget.value)}
        onKeyDown={onKeyDown}
        placeholder={messagePlaceholder(role)}
        aria-label="Your message"
        aria-describedby={countId}
        aria-invalid={length > MESSAGE_MAX || undefined}
        autosize
        minRows={2}
        maxRows={6}
        classNames={{ input: fieldClasses.input ?? '' }}
      />
      <div className={classes.foot}>
        <Button type="submit" disabled={!sendable}>
          {THREAD.send}
        </Button>
        {children}
        <span id={countId} className={classes.count} data-over={length > MESSAGE_MAX || undefined}>
          {countWords(length)}
        </span>
      </div>
    </form>
  );
}

function countWords(length: number): string {
  if (length > MESSAGE_MAX) return `${length - MESSAGE_MAX} too many. ${THREAD.tooLong}`;
  return length === 0 ? '' : charactersLeft(MESSAGE_MAX - length);
}
