/** Characters of a line with all its folds; no producer writes longer ones, and the parser is slow on them. */
const MAX_LINE_LENGTH = 20_000

const isProperty = (line: string) => /^[A-Za-z0-9-]+(?::|;[A-Za-z0-9-]+=)/.test(line)
/** Properties whose text some producers break into lines without the space that marks a fold. */
const isFreeText = (line: string) =>
  /^(?:SUMMARY|DESCRIPTION|LOCATION|COMMENT|CONTACT|CATEGORIES|RESOURCES|X-[A-Z0-9-]+)[;:]/i.test(line)

/** Some producers leave out the quotes around a zone's name that contains a colon. */
const quoteZone = (line: string) =>
  line.replace(/^([A-Z-]+;(?:[^:"]*;)?TZID=)([^";]*:[^";]*):([\dTZ,]+)$/i, '$1"$2":$3')

/** Lines with their folds undone, those with a missing space included. Empty lines are left out. */
const unfoldLines = (text: string): readonly string[] => {
  const unfolded: string[][] = []
  for (const line of text.split(/\r\n|\n|\r/)) {
    const last = unfolded.at(-1)
    if (line === '') continue
    if (last !== undefined && /^[ \t]/.test(line)) last.push(line.slice(1))
    else if (last !== undefined && !isProperty(line) && isFreeText(last[0] ?? '')) last.push(line)
    else unfolded.push([line])
  }
  return unfolded.map((parts) => parts.join(''))
}

/** The lines of an entry or a zone. An entry's rules are kept apart: one that cannot be parsed leaves the rest readable. */
export type BlockText = Readonly<{ calendar: number; lines: readonly string[]; rules: readonly string[] }>
/** The calendars of a body without their entries and zones, which are parsed one by one. */
export type CalendarText = Readonly<{
  frame: readonly string[]
  entries: readonly BlockText[]
  zones: readonly BlockText[]
}>

/** Undefined when an entry has no end, or a line is too long. */
export const splitEntries = (text: string): CalendarText | undefined => {
  const frame: string[] = []
  const blocks = { VEVENT: [] as BlockText[], VTIMEZONE: [] as BlockText[] }
  let calendar = -1
  let open: Readonly<{ name: 'VEVENT' | 'VTIMEZONE'; lines: string[]; rules: string[] }> | undefined
  for (const line of unfoldLines(text)) {
    if (line.length > MAX_LINE_LENGTH) return undefined
    const mark = line.trimEnd().toUpperCase()
    const begun = mark === 'BEGIN:VEVENT' ? 'VEVENT' : mark === 'BEGIN:VTIMEZONE' ? 'VTIMEZONE' : undefined
    if (open === undefined) {
      if (mark === 'BEGIN:VCALENDAR') calendar += 1
      if (begun === undefined) frame.push(line)
      else open = { name: begun, lines: [line], rules: [] }
      continue
    }
    if (begun !== undefined || mark === 'END:VCALENDAR') return undefined
    const isRule = open.name === 'VEVENT' && /^(?:RRULE|EXRULE)[;:]/i.test(line)
    ;(isRule ? open.rules : open.lines).push(quoteZone(line))
    if (mark !== `END:${open.name}`) continue
    blocks[open.name].push({ calendar, lines: open.lines, rules: open.rules })
    open = undefined
  }
  return open === undefined ? { frame, entries: blocks.VEVENT, zones: blocks.VTIMEZONE } : undefined
}

/** The text without what may follow a calendar: empty lines and HTML comments. Undefined when it has no end. */
export const cutAtEnd = (text: string): string | undefined => {
  const end = /\nEND:VCALENDAR[ \t]*(?=\r?\n|<!--|$)/gi
  let last: RegExpExecArray | null = null
  for (let found = end.exec(text); found !== null; found = end.exec(text)) last = found
  if (last === null) return undefined
  const after = last.index + last[0].length
  let rest = text.slice(after).trimStart()
  while (rest.startsWith('<!--')) {
    const close = rest.indexOf('-->')
    if (close < 0) return undefined
    rest = rest.slice(close + 3).trimStart()
  }
  return rest === '' ? text.slice(0, after) : undefined
}
