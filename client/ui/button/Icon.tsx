/** Line icons on a 24 × 24 grid, stroke 1.75. Decorative: the label is beside them. */
const DRAWINGS = {
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  down: 'M6 9l6 6 6-6',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  explore: 'M4 12h2M9 7v10M13 4v16M17 8v8M20 12h.01',
  sessions: 'M5 6.5h14v13H5zM5 10.5h14M9 4v4M15 4v4',
  home: 'M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-5h4v5',
  log: 'M5 4h14v16H5zM8.5 8.5h7M8.5 12h7M8.5 15.5h4',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20c1-3.6 4-5 7.5-5s6.5 1.4 7.5 5',
  people:
    'M9 11.5a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5zM2.5 19.500c.8-3.200 3.400-4.600 6.500-4.600s5.700 1.400 6.500 4.600M15.500 4.300a3.750 3.750 0 0 1 0 6.900M17.500 15.300c2.100.500 3.400 1.900 4 4.200',
  content: 'M4 20v-3.500L16 4.500l3.500 3.500L7.500 20zM13.500 7l3.500 3.500M13 20h7',
  system: 'M4 5h16v11H4zM9 20h6M12 16v4',
  paper:
    'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1 1M17.4 17.4l1 1M5.6 18.4l1-1M17.4 6.6l1-1',
  night: 'M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5z',
  shown:
    'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  hidden:
    'M4 4l16 16M9.9 5.7c.7-.1 1.4-.2 2.1-.2 6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-3 3.7M6.4 7.4A16 16 0 0 0 2.5 12S6 18.5 12 18.5c1.6 0 3-.4 4.2-1.1M10 10a3 3 0 0 0 4 4',
  alert: 'M12 8v5M12 16.5h.01M12 3.5L2.5 20h19z',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  play: 'M8 5.5v13l10.5-6.5z',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  download: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  upload: 'M12 15.5V4.5M7 9l5-5 5 5M5 20h14',
  folder: 'M3.5 6h6l2 2.5h9V19h-17z',
  file: 'M6 3.5h8l4.5 4.5v12.5H6zM14 3.5V8h4.5',
  link: 'M14 5h5v5M19 5l-8 8M17 14v5H5V7h5',
  star: 'M12 4l2.4 5.1 5.6.7-4.1 3.9 1.1 5.5L12 16.5l-5 2.7 1.1-5.5L4 9.8l5.6-.7z',
} as const;
export type IconName = keyof typeof DRAWINGS;

/** Whether there is an icon of that name. */
export function isIcon(name: string): name is IconName {
  return Object.hasOwn(DRAWINGS, name);
}

/** One icon in the color of the surrounding text. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' || name === 'grip' ? 2.75 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={DRAWINGS[name]} />
    </svg>
  );
}
