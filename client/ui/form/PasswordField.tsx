import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { FieldProps } from './fields.ts';
import { Icon } from '../button/Icon.tsx';
import classes from './PasswordField.module.css';
import { useField } from './use-field.ts';

interface PasswordFieldProps<V extends FieldValues, C, S> extends FieldProps<V, C, S> {
  readonly autoComplete: 'current-password' | 'new-password';
}

/** A password in a form, with a toggle that shows or hides it. */
export function PasswordField<V extends FieldValues, C, S>(props: PasswordFieldProps<V, C, S>) {
  const [visible, setVisible] = useState(false);
  const { field, shared } = useField(props);
  return (
    <PasswordInput
      {...field}
      {...shared}
      // The required mark is visual only.
      aria-invalid={shared.error !== false || undefined}
      value={field.value ?? ''}
      autoComplete={props.autoComplete}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleFocusable
      visibilityToggleIcon={VisibilityIcon}
      visibilityToggleButtonProps={{ 'aria-label': 'Show password', type: 'button' }}
      rightSectionWidth={44}
      classNames={{ ...shared.classNames, visibilityToggle: classes.toggle ?? '' }}
    />
  );
}

function VisibilityIcon({ reveal }: { reveal: boolean }) {
  return <Icon name={reveal ? 'hidden' : 'shown'} />;
}
