import { describe, expect, it } from 'vitest'
import { runtimesTable, summarizeRounds } from './runtimes.ts'

const round = (node: string, perSecond: number, ratio: number, milliseconds: number) => ({
  node,
  figures: [
    { figure: '1 commands', unit: '/s', measured: perSecond, bare: perSecond / ratio, ratio },
    { figure: '  p50', unit: 'ms', measured: milliseconds },
  ],
})

describe('the table of Node versions', () => {
  it('shows the median of the rounds of each version', () => {
    const versions = summarizeRounds([
      round('v20.19.6', 900, 0.25, 40),
      round('v26.10.0', 1_000, 0.28, 30),
      round('v20.19.6', 940, 0.27, 44),
      round('v26.10.0', 1_100, 0.3, 31),
      round('v20.19.6', 100, 0.26, 400),
      round('v26.10.0', 1_050, 0.29, 32),
    ])
    expect(runtimesTable(versions).split('\n')).toEqual([
      '| figure | v20.19.6 | v26.10.0 |',
      '| --- | --- | --- |',
      '| 1 commands | 900 /s (0.26) | 1050 /s (0.29) |',
      '| p50 | 44 ms | 31 ms |',
    ])
  })
})
