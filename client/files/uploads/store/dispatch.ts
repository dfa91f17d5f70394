import type { Item } from './item.ts';
import { EFFECTS, transition, type UploadEffect, type UploadEvent } from './machine.ts';

/** Runs each effect once for all uploads of a dispatch. */
export type Effects = Readonly<Record<UploadEffect, (some: readonly Item[]) => void>>;

/** Takes uploads through one event of the machine, then runs the effects. */
export type Dispatch = (some: readonly Item[], event: UploadEvent) => void;

/** A dispatcher for `effects`; `onShown` runs when something that is shown has changed. */
export function createDispatch(effects: () => Effects, onShown: () => void): Dispatch {
  return (some, event) => {
    const due = new Map<UploadEffect, Item[]>();
    for (const item of some) {
      const { shown } = item.state;
      const next = transition(item.state, event);
      item.state = next.state;
      if (item.state.shown !== shown) onShown();
      for (const effect of next.effects)
        due
          .set(effect, due.get(effect) ?? [])
          .get(effect)
          ?.push(item);
    }
    for (const effect of EFFECTS) {
      const its = due.get(effect);
      if (its !== undefined) effects()[effect](its);
    }
  };
}
