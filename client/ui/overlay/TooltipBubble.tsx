import '@mantine/core/styles/Tooltip.layer.css';
import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Tooltip.module.css';
import { useReducedMotion } from '../layout/use-mobile.ts';

interface TooltipBubbleProps {
  readonly id: string;
  readonly label: ReactNode;
  readonly opened: boolean;
  /** What it is about. */
  readonly target: HTMLElement;
}

/** What a tooltip shows; its part with the library that finds a place for it. */
export function TooltipBubble({ id, label, opened, target }: TooltipBubbleProps) {
  const reducedMotion = useReducedMotion();
  return (
    <Tooltip
      // The library gives its own element another id.
      label={<span id={id}>{label}</span>}
      target={target}
      opened={opened}
      multiline
      maw={300}
      transitionProps={{ duration: reducedMotion ? 0 : 120 }}
      classNames={{ tooltip: classes.tooltip ?? '' }}
    />
  );
}
