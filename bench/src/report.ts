import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeMachine, loadAverage } from './machine.ts'
import type { Figure, Measurement, Options } from './measurement.ts'
import { rounded } from './statistics.ts'

const resultsDirectory = join(import.meta.dirname, '../results')

/** Writes `<name>.json`, into `bench/results` unless another directory is given. */
export const writeJson = (
  name: string,
  result: Readonly<Record<string, unknown>>,
  directory = resultsDirectory,
): void => {
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`)
}

/** Reads what `writeJson` has written. JSON has null for infinity, the time of a refused request. */
export const readJson = <Content>(file: string): Content =>
  JSON.parse(readFileSync(file, 'utf8'), (_, value: unknown) =>
    value === null ? Number.POSITIVE_INFINITY : value,
  ) as Content

export const writeResult = (
  name: string,
  { figures, details }: Measurement,
  { rounds, seconds, results }: Options,
  loadAverageBefore: number,
): void => {
  const measured = {
    row: name,
    date: new Date().toISOString(),
    ...describeMachine(),
    loadAverageBefore,
    loadAverageAfter: loadAverage(),
    rounds,
    seconds,
    figures,
    details,
  }
  writeJson(name, measured, results)
}

const formatCells = ({ figure, unit, measured, bare, ratio, goal, met }: Figure): readonly string[] => [
  figure,
  `${rounded(measured)} ${unit}`,
  bare === undefined ? '' : `${rounded(bare)} ${unit}`,
  ratio === undefined ? '' : String(rounded(ratio)),
  goal ?? '',
  met === undefined ? '' : met ? 'yes' : 'NO',
]

export const formatTable = (figures: readonly Figure[]): string => {
  const lines = [['figure', 'measured', 'bare', 'ratio', 'goal', 'met'], ...figures.map(formatCells)]
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
