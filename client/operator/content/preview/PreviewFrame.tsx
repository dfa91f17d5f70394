import { useComputedColorScheme } from '@mantine/core';
import { useLayoutEffect, useRef, useState, type CSSProperties } from 'react';
import { DOCUMENT_TEXTS } from '#shared/operator/content/texts-content.ts';
import { consolePaths } from '../../console-paths.ts';
import classes from './Preview.module.css';
import { VIEWERS, type DocumentPreview, type Viewer } from './previews.ts';
import { Segments } from './Segments.tsx';

/** Pixels of the two screens, and of one that a few lines are shown on. */
const SIZES = { phone: [375, 812], desktop: [1280, 800] } as const;
const LOW = 420;

const WIDTHS = [
  { key: 'phone', text: 'Phone' },
  { key: 'desktop', text: 'Desktop' },
] as const;
const THEMES = [
  { key: 'light', text: 'Light' },
  { key: 'dark', text: 'Dark' },
] as const;

/** Known at once: the page has been painted in it. */
const ONCE = { getInitialValueInEffect: false };

interface PreviewFrameProps {
  readonly name: string;
  readonly preview: DocumentPreview;
  /** Another one with each saving and publishing: the frame is loaded anew. */
  readonly state: string;
}

/** The preview in a frame of its own, which has a phone's or a desktop's width; what is chosen is in its address. */
export function PreviewFrame({ name, preview: { viewers, parts, isLow }, state }: PreviewFrameProps) {
  const [viewer, setViewer] = useState<Viewer>(viewers[0]);
  const [part, setPart] = useState(parts[0]?.key);
  const [size, setSize] = useState<keyof typeof SIZES>('phone');
  const [theme, setTheme] = useState<'light' | 'dark'>(useComputedColorScheme('light', ONCE));
  const { holder, room } = useRoom();
  const [width, high] = SIZES[size];
  const height = isLow ? LOW : high;
  const scale = Math.min(1, room / width);
  const address = consolePaths.contentPreview(name, { as: viewer, part, theme, draft: state });
  const label = DOCUMENT_TEXTS[name]?.[0] ?? name;
  return (
    <>
      <div className={classes.controls}>
        {viewers.length > 1 ? (
          <Segments
            label="Who is looking"
            choices={viewers.map((key) => ({ key, text: VIEWERS[key] }))}
            present={viewer}
            onChange={setViewer}
          />
        ) : (
          <p className={classes.line}>{`Who is looking: ${VIEWERS[viewer].toLowerCase()}.`}</p>
        )}
        {parts.length > 1 && part !== undefined && (
          <Segments label="What" choices={parts} present={part} onChange={setPart} />
        )}
        <Segments label="Screen" choices={WIDTHS} present={size} onChange={setSize} />
        <Segments label="Theme" choices={THEMES} present={theme} onChange={setTheme} />
      </div>
      <div ref={holder} className={classes.holder}>
        {room > 0 && (
          <div className={classes.room} style={{ width: width * scale, height: height * scale }}>
            <iframe
              // Another frame instead of another address: the browser's Back would walk through the choices.
              key={address}
              src={address}
              // oxlint-disable-next-line react/iframe-missing-sandbox -- our own page: it needs the login, but no window, form or way out
              sandbox="allow-scripts allow-same-origin"
              title={`Preview of ${label}, ${VIEWERS[viewer]}, ${size}, ${theme}`}
              className={classes.frame}
              width={width}
              height={height}
              style={{ '--scale': scale } as CSSProperties}
            />
          </div>
        )}
      </div>
    </>
  );
}

/** Pixels that there are for the frame's width. */
function useRoom() {
  const holder = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const element = holder.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => setRoom(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { holder, room };
}
