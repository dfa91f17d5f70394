import '@mantine/core/styles/Tooltip.layer.css';
import { Tooltip as MantineTooltip } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import classes from './Tooltip.module.css';
import { useReducedMotion } from '../layout/use-mobile.ts';

/** A tooltip on hover, focus and tap. Its child must take focus and a ref. */
export function Tooltip({ label, children }: { label: ReactNode; children: ReactElement }) {
  const reducedMotion = useReducedMotion();
  return (
    <MantineTooltip
      label={label}
      multiline
      maw={300}
      events={{ hover: true, focus: true, touch: true }}
      transitionProps={{ duration: reducedMotion ? 0 : 120 }}
      classNames={{ tooltip: classes.tooltip ?? '' }}
    >
      {children}
    </MantineTooltip>
  );
}

/** Text with a tooltip, as a quiet button so that keyboard and touch reach it. */
export function Hint({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Tooltip label={label}>
      <button type="button" className={classes.hint}>
        {children}
      </button>
    </Tooltip>
  );
}
