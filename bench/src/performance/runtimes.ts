import { groupBy } from '@hearth/contracts/kernel/groupBy'
import type { Figure } from '../measurement.ts'
import { median, rounded } from '../statistics.ts'
import { tableLine } from './figures.ts'

/** Figures measured on one version of Node, `v26.10.0`. */
export type MeasuredNode = Readonly<{ node: string; figures: readonly Figure[] }>

/** The medians of all rounds on each version, in the order in which the versions were first measured. */
export const summarizeRounds = (measured: readonly MeasuredNode[]): readonly MeasuredNode[] =>
  [...groupBy(measured, ({ node }) => node)].map(([node, rounds]) => ({
    node,
    figures: (rounds[0]?.figures ?? []).map(({ figure, unit }, index) => {
      const medianOf = (name: 'measured' | 'ratio') =>
        median(rounds.flatMap(({ figures }) => figures[index]?.[name] ?? []))
      const ratio = medianOf('ratio')
      return {
        figure,
        unit,
        measured: medianOf('measured'),
        ...(Number.isNaN(ratio) ? {} : { ratio }),
      }
    }),
  }))

const formatFigure = ({ measured, unit, ratio }: Figure) =>
  `${rounded(measured)} ${unit}${ratio === undefined ? '' : ` (${rounded(ratio)})`}`

/** One column for each version; ratios are in brackets. */
export const runtimesTable = (versions: readonly MeasuredNode[]): string =>
  [
    tableLine(['figure', ...versions.map(({ node }) => node)]),
    tableLine(['---', ...versions.map(() => '---')]),
    ...(versions[0]?.figures ?? []).map(({ figure }, index) =>
      tableLine([
        figure.trim(),
        ...versions.map(({ figures }) => {
          const own = figures[index]
          return own === undefined ? '' : formatFigure(own)
        }),
      ]),
    ),
  ].join('\n')
