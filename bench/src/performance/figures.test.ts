import { describe, expect, it } from 'vitest'
import { figuresTable, type Result } from './figures.ts'
import { fillIn } from './fillIn.ts'

const result = (row: string, figures: Result['figures']): Result => ({
  row,
  date: '2026-01-01T00:00:00.000Z',
  cores: 2,
  figures,
})

describe('the table of figures', () => {
  const table = figuresTable(
    [
      result('memory', [{ figure: '7 memory', unit: 'MB', measured: 635.4, goal: '≤ 900 MB', met: true }]),
      result('commands', [
        {
          figure: '1 commands',
          unit: '/s',
          measured: 1041,
          bare: 4624,
          ratio: 0.2251,
          goal: '≥ 0.25',
          met: false,
        },
        { figure: '  beside it', unit: '/s', measured: 195 },
      ]),
    ],
    { 1: 'because', 7: 'not shown' },
  ).split('\n')

  it('is ordered by number, with the reason where a goal is missed', () => {
    expect(table.slice(2)).toEqual([
      '| 1 commands | 1040 /s | 4620 /s | 0.225 | ≥ 0.25 | **no**: because |',
      '| beside it | 195 /s |  |  |  |  |',
      '| 7 memory | 635 MB |  |  | ≤ 900 MB | yes |',
    ])
  })

  it('replaces what is between its marks each time', () => {
    const page = 'a\n<!-- t -->\nold\n<!-- /t -->\nb'
    const filled = fillIn(page, { t: 'new' })
    expect(filled).toBe('a\n<!-- t -->\nnew\n<!-- /t -->\nb')
    expect(fillIn(filled, { t: 'new' })).toBe(filled)
    expect(() => fillIn('nothing', { t: 'new' })).toThrow('no place for t')
  })
})
