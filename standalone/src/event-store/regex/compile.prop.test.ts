import { allowed } from '@hearth/platform/testing/allowed'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compileRegex } from './compile.ts'

/** An expression as a filter has it, and one of JavaScript that matches the same. */
type Expression = Readonly<{ filter: string; javaScript: string }>

const same = (text: string): Expression => ({ filter: text, javaScript: text })
const characters = ['a', 'b', 'B', '-', '_', '$', '1', '.', '{', ' ', '\n', '\r', 'é', 'ß', '١', '‿', '😀']
const character = fc.constantFrom(...characters)
const literal = character.map((text): Expression => ({
  filter: /[\w\s]/.test(text) || text > '~' ? text : `\\${text}`,
  javaScript: `\\u{${text.codePointAt(0)?.toString(16)}}`,
}))

const sets: readonly Expression[] = [
  { filter: String.raw`\d`, javaScript: String.raw`\p{Nd}` },
  { filter: String.raw`\D`, javaScript: String.raw`\P{Nd}` },
  { filter: String.raw`\w`, javaScript: String.raw`\p{L}\p{Mn}\p{Nd}\p{Pc}` },
  { filter: String.raw`\s`, javaScript: String.raw`\s` },
  { filter: String.raw`\S`, javaScript: String.raw`\S` },
  same(String.raw`\p{Lu}`),
  same(String.raw`\P{Ll}`),
  same(String.raw`\x2d`),
  same(String.raw`\u00e9`),
  same('a-b'),
]

const members = fc.array(fc.oneof(fc.constantFrom(...sets), literal), {
  minLength: 1,
  maxLength: 3,
})
const characterClass = fc.tuple(fc.boolean(), members).map(([isNegated, list]): Expression => {
  const open = isNegated ? '[^' : '['
  return {
    filter: `${open}${list.map(({ filter }) => filter).join('')}]`,
    javaScript: `${open}${list.map(({ javaScript }) => javaScript).join('')}]`,
  }
})

const atom = fc.oneof(
  literal,
  characterClass,
  fc.constantFrom<Expression>(
    { filter: '.', javaScript: String.raw`[^\n]` },
    { filter: '(?s:.)', javaScript: String.raw`[\s\S]` },
    { filter: '(?i:b)', javaScript: '[bB]' },
    { filter: String.raw`\w`, javaScript: String.raw`[\p{L}\p{Mn}\p{Nd}\p{Pc}]` },
    { filter: String.raw`\W`, javaScript: String.raw`[^\p{L}\p{Mn}\p{Nd}\p{Pc}]` },
    { filter: '^', javaScript: '^' },
    { filter: String.raw`\A`, javaScript: '^' },
    { filter: String.raw`\z`, javaScript: '$' },
  ),
)

const combine = (parts: readonly Expression[], between: string, open = '(', close = ')'): Expression => ({
  filter: open + parts.map(({ filter }) => filter).join(between) + close,
  javaScript: `(?:${parts.map(({ javaScript }) => javaScript).join(between)})${close.slice(1)}`,
})

const { expression } = fc.letrec<{ expression: Expression; group: Expression }>((tie) => ({
  group: fc.oneof(
    { maxDepth: 2 },
    atom,
    fc
      .tuple(
        fc.array(tie('expression'), { minLength: 1, maxLength: 2 }),
        fc.constantFrom('', '|'),
        fc.constantFrom('(', '(?:', '(?<name>', "(?'name'"),
        fc.constantFrom(')', ')*', ')+', ')?', ')*?', '){2}', '){1,2}', '){2,}'),
      )
      .map((parts) => combine(...parts)),
  ),
  expression: fc
    .array(tie('group'), { minLength: 1, maxLength: 3 })
    .map((parts) => combine(parts, '', '(?:')),
}))

/** `$` and `\Z` also match before a line break at the end: what follows them is nothing here. */
const whole = fc
  .tuple(expression, fc.constantFrom('', '$', String.raw`\Z`))
  .map(([{ filter, javaScript }, end]) => ({
    filter: filter + end,
    javaScript: javaScript + (end && String.raw`\n?$`),
  }))

it('finds a match where JavaScript does', () => {
  fc.assert(
    fc.property(whole, fc.array(character, { maxLength: 6 }), ({ filter, javaScript }, text) => {
      const name = text.join('')
      expect(compileRegex(filter)(name)).toBe(new RegExp(javaScript, 'u').test(name))
    }),
    { numRuns: Number(process.env['REGEX_RUNS'] ?? 500) },
  )
})

it('compiles any text or refuses it as an invalid argument', () => {
  const fragment = fc.oneof(
    fc.constantFrom(
      '(',
      ')',
      '[',
      ']',
      '[^',
      '-',
      '\\',
      '|',
      '*',
      '+',
      '?',
      '{2}',
      '{1,',
      '}',
      '$',
      '^',
      '.',
    ),
    fc.constantFrom(
      '(?',
      ':',
      '<',
      '>',
      '=',
      '!',
      '#',
      "'",
      '\\p{',
      'L}',
      '\\w',
      '\\b',
      '\\x',
      '41',
      'a',
      'i',
      '😀',
    ),
  )
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 12 }), (fragments) => {
      try {
        compileRegex(fragments.join(''))('a-1')
      } catch (error) {
        expect(error).toMatchObject({
          name: 'CallError',
          message: expect.stringMatching(/regular expression/),
        })
      }
    }),
    { numRuns: Number(process.env['REGEX_RUNS'] ?? 500) },
  )
})

it.each([
  '^(a+)+$',
  '^(a|a)*$',
  '^(a|aa)+$',
  '^(.*)*!b.',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  `${'a?'.repeat(30)}${'a'.repeat(30)}b`,
])('%s takes no longer on a text that almost matches', (regex) => {
  const matches = compileRegex(regex)
  const began = performance.now()
  for (const length of [30, 1_000]) expect(matches(`${'a'.repeat(length)}!`)).toBe(false)
  expect(performance.now() - began).toBeLessThan(allowed(1_000))
})

it('takes no longer than the limit on its size allows', () => {
  const binary = Array.from({ length: 1_024 }, (_, index) =>
    'ab'.charAt(((index * index * 7 + index) % 3) % 2),
  )
  const began = performance.now()
  for (const regex of ['(a|b)*a(a|b){300}c', '(?:.{1,300}x|.{1,300}y).{3}z', '(?:a?){500}b{100}b'])
    expect(compileRegex(regex)(`${binary.join('')}!bcz`)).toBe(false)
  expect(performance.now() - began).toBeLessThan(allowed(5_000))
})
