import { status } from '@grpc/grpc-js'
import { describe, expect, it } from 'vitest'
import { compileRegex } from './compile.ts'

const matches = (regex: string, text: string): boolean => compileRegex(regex)(text)

describe('regular expressions of filters', () => {
  it.each([
    ['^[^$].*', 'booking-1', '$$booking-1'],
    ['^(?:booking|claim)-', 'claim-1', 'rebooking-1'],
    ['(?i)^BOOKING', 'booking-1', 'claim-1'],
    ['^(?i:B)ooking', 'booking-1', 'bOoking-1'],
    [String.raw`\Abooking-\d+\z`, 'booking-12', 'booking-1x'],
    [String.raw`booking\Z`, 'booking\n', 'bookings'],
    ['booking$', 'booking\n', 'booking\n\n'],
    ['(?m)^b$', 'a\nb\nc', 'ab'],
    ['(?s)^a.b$', 'a\nb', 'a\n\nb'],
    ['^a.b$', 'a\rb', 'a\nb'],
    [String.raw`^\w+$`, 'Straße_١', 'Stra-ße'],
    [String.raw`^\W+$`, '-§ €', 'a'],
    [String.raw`^[^\W\d]+$`, 'Straße', 'a1'],
    [String.raw`^\d$`, '١', 'a'],
    [String.raw`^a\sb$`, 'a\u00a0b', 'a-b'],
    [String.raw`^[\S]$`, 'ß', '\u2003'],
    [String.raw`^\p{Lu}\P{Lu}$`, 'Äa', 'ÄA'],
    [String.raw`^[\p{Ll}-]+$`, 'ä-b', 'A'],
    [String.raw`^\x41\u0042\061\cI\e$`, 'AB1\t\u001b', 'AB'],
    [String.raw`^\$\.\-$`, '$.-', '$a-'],
    ['^[]a]$', ']', '[]a]'],
    ['^[a-c[]$', '[', 'd'],
    ['^(?<year>[0-9]{4})(?#not a month)-$', '2026-', '2026#-'],
    ["^(?'n'a)(?n:b)(c)$", 'abc', 'ab'],
    ['^a{02,03}?$', 'aaa', 'a'],
    ['^x{,3}{$', 'x{,3}{', 'xx'],
    ['^a😀+$', 'a😀😀', 'a'],
    ['^$', '', 'a'],
  ])('%s matches what it matches in .NET', (regex, taken, left) => {
    expect(matches(regex, taken)).toBe(true)
    expect(matches(regex, left)).toBe(false)
  })

  it.each([
    [String.raw`^(?!\$)`, 'the lookaround (?!'],
    ['(?=a)', 'the lookaround (?='],
    ['(?<=a)b', 'the lookaround (?<='],
    ['(?<!a)b', 'the lookaround (?<!'],
    ['(?>a+)', 'the atomic group (?>'],
    [String.raw`(a)\1`, String.raw`the backreference \1`],
    [String.raw`(?<n>a)\k<n>`, String.raw`the backreference \k`],
    ['(?(1)a|b)', 'the group (?('],
    ['(?<a-b>c)', 'the group (?<'],
    ['(?P<a>b)', 'the group (?P'],
    ['(?x) a', 'the options (?x)'],
    ['(?U)a+', 'the options (?U)'],
    ['[a-z-[o]]', 'a class that is subtracted from another'],
    ['[a-[b]]', 'a class that is subtracted from another'],
    ['[[:alpha:]]', 'a POSIX class'],
    [String.raw`\p{IsGreek}`, String.raw`\p{IsGreek}`],
    [String.raw`[\P{Greek}]`, String.raw`\P{Greek}`],
    [String.raw`\pL`, String.raw`the escape \p`],
    [String.raw`\bword`, String.raw`the word boundary \b`],
    [String.raw`\Ga`, String.raw`the escape \G`],
    [String.raw`\Q.\E`, String.raw`the escape \Q`],
    [String.raw`\ud83d`, 'one half of a surrogate pair'],
  ])('refuses %s: %s', (regex, what) => {
    expect(() => compileRegex(regex)).toThrow(
      expect.objectContaining({
        code: status.INVALID_ARGUMENT,
        details: expect.stringContaining(`cannot run a filter whose regular expression contains ${what}`),
      }),
    )
  })

  it.each([
    ['(', 'missing closing )'],
    ['a)', 'more closing than opening'],
    ['[a', 'a character class is not closed'],
    ['[z-a]', 'invalid character class range'],
    [String.raw`[a-\d]`, 'a range ends with a set'],
    ['*a', 'missing argument to repetition operator'],
    ['a**', 'invalid nested repetition operator'],
    ['a{3,2}', 'invalid repeat count'],
    ['a\\', 'ends with a backslash'],
    ['('.repeat(1_500) + ')'.repeat(1_500), 'at most 2000 characters'],
    [`${'('.repeat(990)}a${')*'.repeat(990)}`, 'at most 2000 characters'],
    ['(?:a{100}){100}', 'at most 2000 characters'],
    ['a{1000}{1000}{1000}', 'at most 2000 characters'],
    ['a'.repeat(2_001), 'at most 2000 characters'],
  ])('refuses %s: %s', (regex, reason) => {
    expect(() => compileRegex(regex)).toThrow(
      expect.objectContaining({
        code: status.INVALID_ARGUMENT,
        details: expect.stringContaining(reason),
      }),
    )
  })
})
