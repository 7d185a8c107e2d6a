import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../docs/decisions')
const records = readdirSync(folder).toSorted()

const MAX_LINES = 22
const PARTS = ['Decision', 'Why', 'Alternatives considered']

/** What a record lacks of the one form: its number and title, three parts in order, at most 22 lines. */
const problemsOf = (number: string, text: string): readonly string[] => {
  const parts = [...text.matchAll(/^\*\*(.+?)\.\*\*/gm)].map(([, part]) => part)
  return [
    ...(text.startsWith(`# ${number} `) ? [] : [`${number} must begin with “# ${number} ” and a title`]),
    ...(parts.join() === PARTS.join() ? [] : [`${number} must have the parts ${PARTS.join(', ')}`]),
    ...(text.trimEnd().split('\n').length <= MAX_LINES
      ? []
      : [`${number} is longer than ${MAX_LINES} lines`]),
  ]
}

describe('decision records', () => {
  it('are numbered from 0001 without gaps', () =>
    expect(records.map((name) => name.slice(0, 4))).toEqual(
      records.map((_, index) => String(index + 1).padStart(4, '0')),
    ))

  it('have one form', () =>
    expect(
      records.flatMap((name) => problemsOf(name.slice(0, 4), readFileSync(join(folder, name), 'utf8'))),
    ).toEqual([]))

  it('are refused in another form', () => {
    const whole = '# 0007 A title\n\n**Decision.** a\n\n**Why.** b\n\n**Alternatives considered.** c\n'
    expect(problemsOf('0007', whole)).toEqual([])
    expect(problemsOf('0008', whole)).toHaveLength(1)
    expect(problemsOf('0007', whole.replace('Decision', 'What'))).toHaveLength(1)
    expect(problemsOf('0007', whole + '\nmore'.repeat(20))).toHaveLength(1)
  })
})
