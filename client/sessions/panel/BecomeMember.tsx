import { becomeMember } from '#shared/files/texts.ts';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';

interface BecomeMemberProps {
  readonly sessionId: number;
  readonly kind?: 'main' | 'plain';
}

/**
 * The way out of the limits on delivered files: the plans, which lead back to the session's files
 * (docs/product/files.md#download-limits).
 */
export function BecomeMember({ sessionId, kind = 'plain' }: BecomeMemberProps) {
  return (
    <ButtonLink
      kind={kind}
      to="."
      hash
      search={(search) => ({
        ...search,
        modal: 'plans' as const,
        session: sessionId,
        folder: 'output' as const,
      })}
      resetScroll={false}
    >
      {becomeMember}
    </ButtonLink>
  );
}
