import { malformed, unsupported } from './refusals.ts'
import type { Scanner } from './scanner.ts'

/** One character, or the members of a class as they stand between its brackets. */
type Characters = Readonly<{ kind: 'one'; codePoint: number } | { kind: 'set'; members: string }>

/** .NET's sets go beyond ASCII, RE2's do not. `W` and `S` list what `w` and `s` leave out of Unicode. */
const sets: Readonly<Record<string, string>> = {
  d: String.raw`\p{Nd}`,
  D: String.raw`\P{Nd}`,
  w: String.raw`\p{L}\p{Mn}\p{Nd}\p{Pc}`,
  W: String.raw`\p{Mc}\p{Me}\p{Nl}\p{No}\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Po}\p{S}\p{Z}\p{C}`,
  s: String.raw`\x{9}-\x{d}\x{85}\p{Z}`,
  S: String.raw`\x{0}-\x{8}\x{e}-\x{1f}\x{7f}-\x{84}\x{86}-\x{9f}\p{L}\p{M}\p{N}\p{P}\p{S}\p{Cf}\p{Cs}\p{Co}\p{Cn}`,
}

/** General categories of Unicode: .NET and RE2 agree on these. RE2 has scripts beside them, .NET blocks. */
const category = /^(?:L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|S[mcko]?|Z[slp]?|C[cfson]?)$/

const controls: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, e: 27 }

const one = (codePoint = 0): Characters => {
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) throw unsupported('one half of a surrogate pair')
  return { kind: 'one', codePoint }
}

const describeEscape = (letter: string): string => {
  if (/[1-9k]/.test(letter)) return `the backreference \\${letter}`
  if (/[bB]/.test(letter)) return `the word boundary \\${letter}`
  return `the escape \\${letter}`
}

const takeSet = (scanner: Scanner): Characters | undefined => {
  const [, letter] = scanner.take(/\\([dDwWsS])/y) ?? []
  if (letter) return { kind: 'set', members: sets[letter] ?? '' }
  const [text, name] = scanner.take(/\\[pP]\{([^}]*)\}/y) ?? []
  if (text === undefined) return undefined
  if (!category.test(name ?? '')) throw unsupported(`${text} (only general categories such as \\p{Lu})`)
  return { kind: 'set', members: text }
}

const takeNumbered = (scanner: Scanner): Characters | undefined => {
  const [, short, long] = scanner.take(/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4}))/y) ?? []
  const hex = short ?? long
  if (hex) return one(Number.parseInt(hex, 16))
  const [, octal] = scanner.take(/\\(0[0-7]{0,2})/y) ?? []
  if (octal) return one(Number.parseInt(octal, 8))
  const [, control] = scanner.take(/\\c([a-zA-Z])/y) ?? []
  return control ? one(control.toUpperCase().charCodeAt(0) - 64) : undefined
}

/** What a backslash introduces, outside a class and in one; undefined when no backslash comes next. */
export const takeEscape = (scanner: Scanner): Characters | undefined => {
  const special = takeSet(scanner) ?? takeNumbered(scanner)
  if (special) return special
  const [, letter] = scanner.take(/\\([atnvfre])/y) ?? []
  if (letter) return one(controls[letter])
  const [, literal] = scanner.take(/\\([^\p{L}\p{Mn}\p{Nd}\p{Pc}])/uy) ?? []
  if (literal) return one(literal.codePointAt(0))
  const [, unknown] = scanner.take(/\\(.?)/suy) ?? []
  if (unknown === '') throw malformed('it ends with a backslash')
  if (unknown) throw unsupported(describeEscape(unknown))
  return undefined
}

const takeMember = (scanner: Scanner): Characters => {
  if (scanner.take(/\\b/y)) return one(controls['b'])
  const escape = takeEscape(scanner)
  if (escape) return escape
  const [character] = scanner.take(/./suy) ?? []
  if (!character) throw malformed('a character class is not closed')
  return one(character.codePointAt(0))
}

export const writeCharacter = (codePoint: number): string => `\\x{${codePoint.toString(16)}}`

const refuseSubtraction = (scanner: Scanner): void => {
  if (scanner.take(/-\[/y)) throw unsupported('a class that is subtracted from another, as in [a-z-[o]]')
}

const takeMemberOrRange = (scanner: Scanner): string => {
  const first = takeMember(scanner)
  if (first.kind === 'set') return first.members
  refuseSubtraction(scanner)
  const text = writeCharacter(first.codePoint)
  if (!scanner.take(/-(?!\])/y)) return text
  const last = takeMember(scanner)
  if (last.kind === 'set') throw malformed('a range ends with a set of characters')
  return `${text}-${writeCharacter(last.codePoint)}`
}

/** A whole class in brackets; undefined when none comes next. */
export const takeClass = (scanner: Scanner): string | undefined => {
  const [open] = scanner.take(/\[\^?/y) ?? []
  if (!open) return undefined
  let members = ''
  while (members === '' || !scanner.take(/\]/y)) {
    refuseSubtraction(scanner)
    if (scanner.take(/\[[:.=]/y)) throw unsupported('a POSIX class, as in [[:alpha:]]')
    members += takeMemberOrRange(scanner)
  }
  return `${open}${members}]`
}
