import { useRef, useState } from 'react';
import { AVATAR_TYPES, avatarProblem } from '../../../shared/accounts/rules-avatar.ts';
import { AVATAR } from '../../../shared/accounts/texts-avatar.ts';
import { ProblemError } from '../../app/api.ts';
import { useMe } from '../../app/session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/toast.ts';
import { useSetAvatar } from '../api.ts';
import classes from './AvatarCard.module.css';
import { Card } from './Card.tsx';

/** The picture of oneself: choose a file and it is sent, shown meanwhile as it is (part 2 sections 5 and 8). */
export function AvatarCard() {
  const me = useMe();
  const chooser = useRef<HTMLInputElement>(null);
  const sending = useSetAvatar();
  const [problem, setProblem] = useState<string | null>(null);
  const [preview, setPreview] = useState<string | null>(null);

  const choose = async (file: File) => {
    if (sending.isPending) return;
    const wrong = avatarProblem(file);
    setProblem(wrong);
    if (wrong !== null) return;
    const shown = readAsImage(file).then(setPreview);
    try {
      await sending.mutateAsync(file);
      toast(AVATAR.saved);
    } catch (error) {
      const told =
        error instanceof ProblemError && ['bad_image', 'too_many_requests'].includes(error.problem.code);
      setProblem(told ? error.message : AVATAR.failed);
    } finally {
      await shown;
      setPreview(null);
    }
  };

  return (
    <Card title="Your picture">
      <div className={classes.picture} data-busy={sending.isPending || undefined}>
        <Avatar name={me.name} src={preview ?? me.avatar} size={160} />
      </div>
      <input
        ref={chooser}
        type="file"
        accept={AVATAR_TYPES}
        className={classes.chooser}
        aria-label="Picture file"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file !== undefined) void choose(file);
          event.currentTarget.value = '';
        }}
      />
      <Button
        kind="plain"
        aria-disabled={sending.isPending || undefined}
        onClick={() => !sending.isPending && chooser.current?.click()}
      >
        <span aria-live="polite">{sending.isPending ? 'Uploading...' : 'Upload a picture'}</span>
      </Button>
      {problem !== null && (
        <Notice tone="action" alert>
          {problem}
        </Notice>
      )}
      <p className={classes.note}>JPEG, PNG, WebP or SVG, less than 5 MB. It is cut to a square.</p>
    </Card>
  );
}

/** A chosen file as an address that an image can show; null when the browser cannot read it. */
function readAsImage(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('loadend', () =>
      resolve(typeof reader.result === 'string' ? reader.result : null),
    );
    reader.readAsDataURL(file);
  });
}
