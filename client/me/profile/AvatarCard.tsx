import { useRef, useState } from 'react';
import { AVATAR_TYPES, avatarProblem } from '#shared/me/rules-avatar.ts';
import { AVATAR } from '#shared/me/texts-avatar.ts';
import { ProblemError } from '../../lib/api.ts';
import { useMe } from '../../lib/session.ts';
import { Avatar } from '../../ui/layout/Avatar.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { useSetAvatar } from '../api.ts';
import classes from './AvatarCard.module.css';
import { Card } from '../../ui/layout/Card.tsx';

/** The person's picture; a chosen file is uploaded at once (docs/product/me.md#avatar). */
export function AvatarCard() {
  const me = useMe();
  const fileInput = useRef<HTMLInputElement>(null);
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
      const hasAccount =
        error instanceof ProblemError && ['bad_image', 'too_many_requests'].includes(error.problem.code);
      setProblem(hasAccount ? error.message : AVATAR.failed);
    } finally {
      await shown;
      setPreview(null);
    }
  };

  return (
    <Card title="Your picture">
      <div className={classes.picture} data-busy={sending.isPending || undefined}>
        <Avatar name={me.name} id={me.id} src={preview ?? me.avatar} size={160} />
      </div>
      <input
        ref={fileInput}
        type="file"
        accept={AVATAR_TYPES}
        className={classes.fileInput}
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
        onClick={() => !sending.isPending && fileInput.current?.click()}
      >
        <span aria-live="polite">{sending.isPending ? 'Uploading...' : 'Upload a picture'}</span>
      </Button>
      {problem !== null && (
        <Notice tone="danger" alert>
          {problem}
        </Notice>
      )}
      <p className={classes.note}>JPEG, PNG, WebP or SVG, less than 5 MB. We crop it to a square.</p>
    </Card>
  );
}

/** A file as a data URL; null if the browser cannot read it. */
function readAsImage(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('loadend', () =>
      resolve(typeof reader.result === 'string' ? reader.result : null),
    );
    reader.readAsDataURL(file);
  });
}
