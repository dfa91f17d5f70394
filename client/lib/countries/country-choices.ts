import { useEffect, useState } from 'react';
import { COUNTRIES } from '#shared/lib/countries.ts';
import type { Choice } from '../../ui/form/find-choices.ts';

const NAMES: readonly Choice[] = COUNTRIES.map(({ code, name }) => ({ value: code, label: name }));

/** Countries for a select; their other names are loaded afterwards. */
export function useCountryChoices(): readonly Choice[] {
  const [choices, setChoices] = useState(NAMES);
  useEffect(() => {
    void import('./country-aliases.ts').then(
      ({ aliasesOf }) => setChoices(NAMES.map((choice) => ({ ...choice, aliases: aliasesOf(choice.value) }))),
      // Without them countries are found by name only.
      () => undefined,
    );
  }, []);
  return choices;
}
