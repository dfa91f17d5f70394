import { Button } from '../../ui/button/Button.tsx';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import type { SupportSession } from './support-message.ts';
import { useHelpLink } from './use-help-link.ts';
import type { SessionTab } from './parts.ts';

interface PartLinkProps {
  readonly id: number;
  readonly part: SessionTab;
  readonly text: string;
  readonly kind: 'main' | 'plain';
}

/** Leads to another part of the same panel. */
export function PartLink({ id, part, text, kind }: PartLinkProps) {
  return (
    <ButtonLink
      to="/sessions/$id/{-$tab}"
      params={{ id: String(id), tab: part }}
      search={({ tab }) => (tab === undefined ? {} : { tab })}
      resetScroll={false}
      kind={kind}
    >
      {text}
    </ButtonLink>
  );
}

interface FilesLinkProps {
  readonly id: number;
  readonly folder: 'user' | 'output';
  readonly text: string;
  readonly kind: 'main' | 'plain';
}

/** Opens the files modal at a folder. */
export function FilesLink({ id, folder, text, kind }: FilesLinkProps) {
  return (
    <ButtonLink
      to="."
      search={(search) => ({ ...search, modal: 'files' as const, session: id, folder })}
      resetScroll={false}
      kind={kind}
    >
      {text}
    </ButtonLink>
  );
}

interface HelpLinkProps {
  readonly session: SupportSession;
  readonly zone: string;
  readonly kind: 'main' | 'plain';
}

/** Leads to the support with the session's details filled in; absent where the studio has no support address. */
export function HelpLink({ session, zone, kind }: HelpLinkProps) {
  const href = useHelpLink(session, zone);
  if (href === null) return null;
  return (
    <Button component="a" href={href} target="_blank" rel="noopener noreferrer" kind={kind}>
      Contact support
    </Button>
  );
}
