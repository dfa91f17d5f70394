import '@mantine/core/styles/Tooltip.layer.css';
import { Tooltip as MantineTooltip } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import classes from './Tooltip.module.css';
import { useReducedMotion } from './use-mobile.ts';

/** Says more on hover, on focus and on tap. Its child must be something that takes focus and a ref. */
export function Tooltip({ label, children }: { label: ReactNode; children: ReactElement }) {
  const still = useReducedMotion();
  return (
    <MantineTooltip
      label={label}
      multiline
      maw={300}
      events={{ hover: true, focus: true, touch: true }}
      transitionProps={{ duration: still ? 0 : 120 }}
      classNames={{ tooltip: classes.tooltip ?? '' }}
    >
      {children}
    </MantineTooltip>
  );
}

/** Words with a tooltip: a quiet button, so that the keyboard and a finger reach it too. */
export function Hint({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Tooltip label={label}>
      <button type="button" className={classes.hint}>
        {children}
      </button>
    </Tooltip>
  );
}
