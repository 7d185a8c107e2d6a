import type { SVGProps } from 'react'

const paths = {
  today:
    'M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4' +
    'M5.6 18.4 7 17M17 7l1.4-1.4',
  inbox: 'M6 5h12a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-6l-5 4v-4H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2z',
  bookings: 'M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM8 9h8M8 13h8M8 17h4',
  calendar: 'M6 5h12a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM4 10h16M9 3v4M15 3v4',
  home: 'M4 11 12 4l8 7v9h-5v-6H9v6H4z',
  wallet: 'M5 6h13a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7a1 1 0 0 1 1-1zM20 11h-4a2 2 0 0 0 0 4h4',
  chart: 'M4 20V4M4 20h16M8 16l4-5 3 3 5-7',
  search: 'M5 11a6 6 0 1 0 12 0a6 6 0 1 0-12 0m15 9-4.5-4.5',
  moon: 'M20 14A8 8 0 0 1 10 4a8 8 0 1 0 10 10z',
  sun:
    'M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4' +
    'M5.6 18.4 7 17M17 7l1.4-1.4',
  help: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 17h.01',
  bell: 'M6 9a6 6 0 0 1 12 0c0 5 2 6 2 6H4s2-1 2-6M10 19a2 2 0 0 0 4 0',
  down: 'm6 9 6 6 6-6',
  up: 'm6 15 6-6 6 6',
  left: 'm15 6-6 6 6 6',
  right: 'm9 6 6 6-6 6',
  updown: 'm8 9 4-4 4 4M8 15l4 4 4-4',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  cross: 'M6 6l12 12M18 6 6 18',
  plus: 'M12 5v14M5 12h14',
  paperclip: 'm20 11.5-8 8a5 5 0 0 1-7-7l8.5-8.5a3.3 3.3 0 0 1 4.7 4.7L9.8 17a1.6 1.6 0 0 1-2.3-2.3l7.5-7.5',
  minus: 'M5 12h14',
  columns: 'M6 5h12a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM10 5v14M15 5v14',
  database: 'M4 6a8 3 0 1 0 16 0a8 3 0 1 0-16 0M4 6v12a8 3 0 0 0 16 0V6M4 12a8 3 0 0 0 16 0',
  history: 'M4 12a8 8 0 1 0 2.5-5.8M4 4v4h4M12 8v4l3 2',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  clock: 'M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0M12 8v4l3 2',
  alert: 'M12 4 2.5 20h19zM12 10v4M12 17h.01',
  info: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 11v6M12 7.5h.01',
  copy: 'M10 8h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2zM16 8V4H4v12h4',
  undo: 'M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6',
  pen: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5',
  lock: 'M7 11h10a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2zM8 11V8a4 4 0 0 1 8 0v3',
  more: 'M4 7h16M4 12h16M4 17h16',
  receipt: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  camera:
    'M4 8h3l2-3h6l2 3h3a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1z' +
    'M8.5 13a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0',
  refresh: 'M20 12a8 8 0 1 1-2.5-5.8M20 4v5h-5',
  pause: 'M9 5v14M15 5v14',
  play: 'M8 5l11 7-11 7z',
  swap: 'M4 8h14l-4-4M20 16H6l4 4',
  offline: 'M4 4l16 16M8.5 15a5 5 0 0 1 7 0M5 11a10 10 0 0 1 4-2.5M19 11a10 10 0 0 0-5-3M12 19h.01',
  signOut: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
  send: 'M4 12 20 4l-5 16-3.5-6.5z',
  star: 'm12 4 2.5 5.2 5.5.8-4 4 1 5.6-5-2.7-5 2.7 1-5.6-4-4 5.5-.8z',
  archive: 'M4 5h16v4H4zM5.5 9v8a2 2 0 0 0 2 2h9a2 2 0 0 0 2-2V9M10 13h4',
  flag: 'M6 21V4h11l-2 4 2 4H6',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
  eyeOff:
    'M4 4l16 16M9.5 5.9A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.6 3.4' +
    'M6.3 7.3A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.5-1.2M10 10a3 3 0 0 0 4.2 4.2',
  mail:
    'M5 6h14a1.5 1.5 0 0 1 1.5 1.5v9A1.5 1.5 0 0 1 19 18H5a1.5 1.5 0 0 1-1.5-1.5v-9' +
    'A1.5 1.5 0 0 1 5 6zM4 7.5l8 6 8-6',
  key: 'M4 15.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M10 13l8.5-8.5M16 7l2.5 2.5M13.5 9.5l2 2',
  bank: 'M4 9.5 12 4l8 5.5zM6 9.5V17M10 9.5V17M14 9.5V17M18 9.5V17M4 20h16',
  percent:
    'M5 19 19 5M4.5 7.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0' +
    'M14.5 16.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0',
  phone:
    'M8.5 3h7A1.5 1.5 0 0 1 17 4.5v15a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 19.5v-15' +
    'A1.5 1.5 0 0 1 8.5 3zM11 18h2',
  users:
    'M5 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M2 20c0-4 3-6 7-6s7 2 7 6M16 4.5a4 4 0 0 1 0 7' +
    'M18 14.5c2.5.8 4 2.5 4 5.5',
} as const

export type IconName = keyof typeof paths

/** A line icon, hidden from screen readers: a word is always beside it or names its button. */
export const Icon = ({
  name,
  size = 18,
  ...rest
}: { name: IconName; size?: number } & SVGProps<SVGSVGElement>) => (
  <svg
    viewBox="0 0 24 24"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth={1.7}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
    focusable="false"
    {...rest}
    style={{ flex: 'none', ...rest.style }}
  >
    <path d={paths[name]} />
  </svg>
)

export const Logo = () => (
  <svg viewBox="0 0 24 24" width={24} height={24} aria-hidden focusable="false">
    <path
      fill="currentColor"
      d="M4 1h16a3 3 0 0 1 3 3v16a3 3 0 0 1-3 3h-3v-9a5 5 0 0 0-10 0v9H4a3 3 0 0 1-3-3V4a3 3 0 0 1 3-3z"
    />
  </svg>
)
