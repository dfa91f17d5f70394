import { becomeMember } from '#shared/files/texts.ts';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';

/** The way out of the limits on delivered files: the plans, in place of the files (docs/product/files.md#download-limits). */
export function BecomeMember() {
  return (
    <ButtonLink
      kind="plain"
      to="."
      hash
      search={({ session: _session, folder: _folder, ...search }) => ({ ...search, modal: 'plans' as const })}
      resetScroll={false}
    >
      {becomeMember}
    </ButtonLink>
  );
}
