/** Characters of a line with all its folds that are parsed: the parser is slow on longer ones. */
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

type BlockName = 'VEVENT' | 'VTIMEZONE'
/** The lines of an entry or a zone. An entry's rules are kept apart: one that cannot be parsed leaves the rest readable. */
export type BlockText = Readonly<{
  calendar: number
  lines: readonly string[]
  rules: readonly string[]
  isMalformed: boolean
}>
/** What is read of the calendars of a body; entries and zones are parsed one by one. */
export type CalendarText = Readonly<{
  /** The line that names the product, for each calendar. */
  products: readonly (string | undefined)[]
  entries: readonly BlockText[]
  zones: readonly BlockText[]
}>

const readMark = (line: string) => {
  const [, mark, written = ''] = /^(BEGIN|END):(\S+)\s*$/i.exec(line) ?? []
  const name = written.toUpperCase()
  const begins = mark?.toUpperCase() === 'BEGIN'
  return mark === undefined ? {} : begins ? { begun: name, name } : { ended: name, name }
}
type Mark = Readonly<{ begun?: string; ended?: string; name?: string }>

/** Without these an entry would have other nights. */
const isNeeded = (line: string) =>
  /^(?:UID|DTSTART|DTEND|DURATION|RRULE|EXRULE|RDATE|EXDATE|RECURRENCE-ID|STATUS|TRANSP)[;:]/i.test(line)

/** These are never a calendar's own: around them, the beginning and the end of an entry are missing. */
const isOfEntry = (line: string) => /^(?:DTSTART|DTEND|RRULE|RECURRENCE-ID)[;:]/i.test(line)
/** These occur once at most in an entry. */
const findSingle = (line: string) =>
  /^(UID|DTSTART|DTEND|DURATION|RECURRENCE-ID)[;:]/i.exec(line)?.[1]?.toUpperCase()

/** An entry or a zone that has begun. */
const createBlock = (name: BlockName, calendar: number, first: string) => {
  const lines = [first]
  const rules: string[] = []
  const single = new Map<string, string>()
  let isMalformed = false
  let part: string | undefined
  const keeps = (each: string | undefined) =>
    name === 'VTIMEZONE' && (each === 'STANDARD' || each === 'DAYLIGHT')
  /** A part that begins within another one, or ends without having begun, is not what was written. */
  const followParts = ({ begun, ended }: Mark): void => {
    if (begun !== undefined && begun !== name) {
      isMalformed ||= part !== undefined
      part = begun
    } else if (ended !== undefined && ended !== name) {
      isMalformed ||= part !== ended
      part = undefined
    }
  }
  const add = (line: string, mark: Mark): void => {
    followParts(mark)
    const once = name === 'VEVENT' ? findSingle(line) : undefined
    // Two entries of which the lines between are missing read as one.
    if (once !== undefined) isMalformed ||= (single.get(once) ?? line) !== line
    if (once !== undefined) single.set(once, line)
    if (line.length > MAX_LINE_LENGTH) isMalformed ||= name === 'VTIMEZONE' || isNeeded(line)
    else if (name === 'VEVENT' && /^(?:RRULE|EXRULE)[;:]/i.test(line)) rules.push(line)
    else lines.push(quoteZone(line))
  }
  return {
    name,
    keeps,
    add,
    /** The lines of a part that has lost its end: some may be the block's own, such as the end of a stay. */
    addLost: (lost: readonly string[]): void => {
      isMalformed = true
      lines.push(...lost)
    },
    finish: (): BlockText => ({ calendar, lines, rules, isMalformed: isMalformed || part !== undefined }),
  }
}

/**
 * Takes the lines of a body. Parts that are not read, such as tasks, alarms and unknown ones, are skipped:
 * they may be broken. One that has lost its end ends with the next entry, or with the part around it, which is
 * malformed then.
 */
const createSplitter = () => {
  const products: (string | undefined)[] = []
  const blocks = { VEVENT: [] as BlockText[], VTIMEZONE: [] as BlockText[] }
  let isInside = false
  let open: ReturnType<typeof createBlock> | undefined
  let skipped: Readonly<{ name: string; depth: number; lines: string[] }> | undefined

  const takeCalendarMark = ({ begun }: Mark): boolean => {
    const isExpected = open === undefined && isInside === (begun === undefined)
    isInside = begun !== undefined
    skipped = undefined
    if (isInside) products.push(undefined)
    return isExpected
  }
  const takeBlockMark = (line: string, name: BlockName, mark: Mark): boolean => {
    const isExpected = mark.begun === undefined ? open?.name === name : open === undefined
    if (skipped !== undefined) open?.addLost(skipped.lines)
    skipped = undefined
    if (mark.begun !== undefined) open = createBlock(name, products.length - 1, line)
    else if (open !== undefined) {
      open.add(line, mark)
      blocks[name].push(open.finish())
      open = undefined
    }
    return isExpected
  }
  const takeLine = (line: string, mark: Mark): boolean => {
    if (skipped !== undefined) {
      const { name, depth, lines } = skipped
      const left = depth + (mark.begun === name ? 1 : 0) - (mark.ended === name ? 1 : 0)
      lines.push(line)
      skipped = left === 0 ? undefined : { name, depth: left, lines }
    } else if (mark.begun !== undefined && !open?.keeps(mark.begun))
      skipped = { name: mark.begun, depth: 1, lines: [] }
    else if (open !== undefined) open.add(line, mark)
    else if (/^PRODID[;:]/i.test(line) && line.length <= MAX_LINE_LENGTH)
      products[products.length - 1] ??= line
    else return /[:;]/.test(line) && !isOfEntry(line)
    return true
  }
  return {
    /** False when the line cannot be part of a whole calendar. */
    take: (line: string): boolean => {
      const mark: Mark = readMark(line)
      if (mark.name === 'VCALENDAR') return takeCalendarMark(mark)
      if (!isInside) return false
      if (mark.name === 'VEVENT' || mark.name === 'VTIMEZONE') return takeBlockMark(line, mark.name, mark)
      return takeLine(line, mark)
    },
    finish: (): CalendarText => ({ products, entries: blocks.VEVENT, zones: blocks.VTIMEZONE }),
  }
}

/** Undefined when a calendar or an entry has no beginning or no end, or a line that isn’t a property of its own. */
export const splitEntries = (text: string): CalendarText | undefined => {
  const splitter = createSplitter()
  return unfoldLines(text).every(splitter.take) ? splitter.finish() : undefined
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
