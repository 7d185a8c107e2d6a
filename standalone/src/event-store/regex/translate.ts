import { takeClass, takeEscape, writeCharacter } from './characters.ts'
import { malformed, unsupported } from './refusals.ts'
import { createScanner, type Scanner } from './scanner.ts'
import { createSize, MAX_PARTS, type Size, tooLong } from './size.ts'

/** Inline options. `n` only concerns what a group captures, and filters capture nothing. */
const translateOptions = (options: string, close: string): string => {
  const [, on = '', off = ''] = /^([imns]*)(?:-([imns]*))?$/i.exec(options) ?? []
  if (on + off !== options.replace('-', '')) throw unsupported(`the options (?${options})`)
  const keep = (letters: string): string => letters.toLowerCase().replaceAll('n', '')
  const kept = keep(on) + (keep(off) && `-${keep(off)}`)
  return close === ')' && kept === '' ? '' : `(?${kept}${close}`
}

const describeGroup = (start: string): string => {
  if (/[=!]$/.test(start)) return `the lookaround ${start}`
  if (start === '(?>') return 'the atomic group (?>'
  return `the group ${start}`
}

/** The start of a group, options, or a comment. Groups capture nothing: names and numbers are left out. */
const takeGroupStart = (scanner: Scanner, size: Size): string | undefined => {
  if (scanner.take(/\(\?#[^)]*\)/y)) return ''
  const [text, options, close = ''] = scanner.take(/\(\?([a-zA-Z-]*)([:)])/y) ?? []
  if (text) {
    if (close === ':') size.open()
    return translateOptions(options ?? '', close)
  }
  if (scanner.take(/\((?:\?<\w+>|\?'\w+'|(?!\?))/y)) {
    size.open()
    return '(?:'
  }
  const [unknown] = scanner.take(/\(\?(?:<[=!]|.?)/suy) ?? []
  if (unknown) throw unsupported(describeGroup(unknown))
  return undefined
}

/** A quantifier. Whether it is lazy does not change what matches. */
const takeQuantifier = (scanner: Scanner, size: Size): string | undefined => {
  const [simple] = scanner.take(/[*+?]\??/y) ?? []
  if (simple) {
    size.repeat(0, 1)
    return simple
  }
  const [text, digits, comma = '', more] = scanner.take(/\{(\d+)(?:(,)(\d*))?\}\??/y) ?? []
  if (text === undefined) return undefined
  const min = Number(digits)
  const max = more ? Number(more) : min
  size.repeat(min, max)
  // Without leading zeros, which RE2 takes for text.
  return `{${min}${comma}${more ? max : ''}}`
}

/** In .NET these match the end and before a line break at the end. */
const takeEnd = (scanner: Scanner): string | undefined => {
  if (scanner.take(/\$/y)) return String.raw`(?:$|\n\z)`
  return scanner.take(/\\Z/y) ? String.raw`(?:\n?\z)` : undefined
}

const takeAtom = (scanner: Scanner): string => {
  const [anchor] = scanner.take(/\^|\\A|\\z|\./y) ?? []
  const text = anchor ?? takeEnd(scanner) ?? takeClass(scanner)
  if (text !== undefined) return text
  const escape = takeEscape(scanner)
  if (escape?.kind === 'set') return `[${escape.members}]`
  if (escape) return writeCharacter(escape.codePoint)
  const [character = ''] = scanner.take(/./suy) ?? []
  return /[\p{L}\p{Nd}]/u.test(character) ? character : writeCharacter(character.codePointAt(0) ?? 0)
}

const takeToken = (scanner: Scanner, size: Size): string => {
  const structure = takeGroupStart(scanner, size) ?? takeQuantifier(scanner, size)
  if (structure !== undefined) return structure
  if (scanner.take(/\|/y)) return '|'
  if (scanner.take(/\)/y)) {
    if (!size.close()) throw malformed('there are more closing than opening parentheses')
    return ')'
  }
  size.add()
  return takeAtom(scanner)
}

/**
 * Translates a regular expression of .NET, which EventStoreDB uses, into one of RE2 that matches the same
 * texts. Throws INVALID_ARGUMENT for what RE2 has not, or takes for something else.
 */
export const translateRegex = (source: string): string => {
  if (source.length > MAX_PARTS) throw tooLong()
  const scanner = createScanner(source)
  const size = createSize()
  let translated = ''
  while (!scanner.isAtEnd()) translated += takeToken(scanner, size)
  return translated
}
