import type { TextKey } from '../../i18n/text.ts'

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'>
/** Where a key works, in the order of the help. */
export const SHORTCUT_PLACES = [
  'everywhere',
  'list',
  'record',
  'calendar',
  'booking',
  'inbox',
  'request',
  'claim',
] as const
type Place = (typeof SHORTCUT_PLACES)[number]

export type Shortcut = Readonly<{
  place: Place
  text: TextKey
  /** As the help shows it: keys that are pressed together or, after `/`, instead. */
  keys: readonly string[]
  isPressed: (event: Pressed) => boolean
}>

const isOneOf =
  (...keys: readonly string[]) =>
  ({ key }: Pressed) =>
    keys.includes(key.length === 1 ? key.toLowerCase() : key)
const withControl =
  (wanted: string) =>
  ({ key, ctrlKey, metaKey }: Pressed) =>
    (ctrlKey || metaKey) && key.toLowerCase() === wanted
const define = <const T extends Readonly<Record<string, Shortcut>>>(table: T) => table

/**
 * Every key that the console listens to. Handlers are bound to an entry (`useHotkey`, `findShortcut`) and the
 * help lists the entries, so that no key is without its line. `g` is followed by the letter of a page, which
 * the table of pages has.
 */
export const SHORTCUTS = define({
  search: { place: 'everywhere', text: 'app.keys.search', keys: ['Ctrl', 'K'], isPressed: withControl('k') },
  help: { place: 'everywhere', text: 'app.keys.help', keys: ['?'], isPressed: isOneOf('?') },
  close: { place: 'everywhere', text: 'app.keys.close', keys: ['Esc'], isPressed: isOneOf('Escape') },
  go: { place: 'everywhere', text: 'app.keys.goAnywhere', keys: ['G', '…'], isPressed: isOneOf('g') },
  nextRow: { place: 'list', text: 'app.keys.nextRow', keys: ['J'], isPressed: isOneOf('j') },
  previousRow: { place: 'list', text: 'app.keys.previousRow', keys: ['K'], isPressed: isOneOf('k') },
  openRow: { place: 'list', text: 'app.keys.open', keys: ['Enter'], isPressed: isOneOf('Enter') },
  filter: { place: 'list', text: 'app.keys.filter', keys: ['/'], isPressed: isOneOf('/') },
  nextRecord: { place: 'record', text: 'app.keys.nextRecord', keys: ['J'], isPressed: isOneOf('j') },
  previousRecord: { place: 'record', text: 'app.keys.previousRecord', keys: ['K'], isPressed: isOneOf('k') },
  extend: {
    place: 'calendar',
    text: 'app.keys.extend',
    keys: ['Shift', 'Left', 'Right'],
    isPressed: (event) => event.shiftKey && isOneOf('ArrowLeft', 'ArrowRight', 'Home', 'End')(event),
  },
  moveNight: {
    place: 'calendar',
    text: 'app.keys.moveNight',
    keys: ['Left', 'Right', 'Up', 'Down'],
    isPressed: isOneOf('ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'),
  },
  edge: {
    place: 'calendar',
    text: 'app.keys.edge',
    keys: ['Home', 'End'],
    isPressed: isOneOf('Home', 'End'),
  },
  moveFar: {
    place: 'calendar',
    text: 'app.keys.moveFar',
    keys: ['PgUp', 'PgDn'],
    isPressed: isOneOf('PageUp', 'PageDown'),
  },
  select: { place: 'calendar', text: 'app.keys.select', keys: ['Space'], isPressed: isOneOf(' ') },
  openNight: { place: 'calendar', text: 'app.keys.openNight', keys: ['Enter'], isPressed: isOneOf('Enter') },
  block: { place: 'calendar', text: 'app.keys.block', keys: ['B'], isPressed: isOneOf('b') },
  price: { place: 'calendar', text: 'app.keys.price', keys: ['P'], isPressed: isOneOf('p') },
  why: { place: 'calendar', text: 'app.keys.why', keys: ['E'], isPressed: isOneOf('e') },
  clear: { place: 'calendar', text: 'app.keys.clear', keys: ['Esc'], isPressed: isOneOf('Escape') },
  saveNote: {
    place: 'booking',
    text: 'app.keys.saveNote',
    keys: ['Ctrl', 'Enter'],
    isPressed: withControl('enter'),
  },
  nextThread: { place: 'inbox', text: 'app.keys.nextThread', keys: ['J'], isPressed: isOneOf('j') },
  previousThread: { place: 'inbox', text: 'app.keys.previousThread', keys: ['K'], isPressed: isOneOf('k') },
  reply: { place: 'inbox', text: 'app.keys.reply', keys: ['R'], isPressed: isOneOf('r') },
  savedReply: { place: 'inbox', text: 'app.keys.savedReply', keys: ['T'], isPressed: isOneOf('t') },
  sendMessage: {
    place: 'inbox',
    text: 'app.keys.sendMessage',
    keys: ['Ctrl', 'Enter'],
    isPressed: withControl('enter'),
  },
  archiveThread: { place: 'inbox', text: 'app.keys.archiveThread', keys: ['E'], isPressed: isOneOf('e') },
  star: { place: 'inbox', text: 'app.keys.star', keys: ['S'], isPressed: isOneOf('s') },
  plannedMessage: { place: 'inbox', text: 'app.keys.plannedMessage', keys: ['P'], isPressed: isOneOf('p') },
  skipPlanned: { place: 'inbox', text: 'app.keys.skipPlanned', keys: ['X'], isPressed: isOneOf('x') },
  retract: { place: 'inbox', text: 'app.keys.retract', keys: ['#'], isPressed: isOneOf('#') },
  acceptRequest: { place: 'request', text: 'app.keys.acceptRequest', keys: ['A'], isPressed: isOneOf('a') },
  declineRequest: { place: 'request', text: 'app.keys.declineRequest', keys: ['D'], isPressed: isOneOf('d') },
  nextItem: { place: 'claim', text: 'app.keys.nextItem', keys: ['J'], isPressed: isOneOf('j') },
  previousItem: { place: 'claim', text: 'app.keys.previousItem', keys: ['K'], isPressed: isOneOf('k') },
  zoomPhotos: { place: 'claim', text: 'app.keys.zoomPhotos', keys: ['Z'], isPressed: isOneOf('z') },
})
export type ShortcutName = keyof typeof SHORTCUTS

/** The names of the keys that work there, in the order of the help. */
export const listShortcuts = (place: Place): readonly ShortcutName[] =>
  (Object.keys(SHORTCUTS) as ShortcutName[]).filter((name) => SHORTCUTS[name].place === place)

/** What a key means there; undefined if nothing. */
export const findShortcut = (place: Place, event: Pressed): ShortcutName | undefined =>
  listShortcuts(place).find((name) => SHORTCUTS[name].isPressed(event))

export const isShortcut = (name: ShortcutName, event: Pressed): boolean => SHORTCUTS[name].isPressed(event)
