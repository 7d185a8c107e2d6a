import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../build.ts'
import { readJson } from '../report.ts'
import { figuresTable, growthTable, rebuildTable, type Growth, type Rebuild, type Result } from './figures.ts'
import { fillIn } from './fillIn.ts'
import { reasons } from './reasons.ts'
import { runtimesTable, type MeasuredNode } from './runtimes.ts'

/** `npm run bench:report`: writes the results in bench/results into the tables of docs/performance.md. */
const directory = join(root, 'bench/results')
const page = join(root, 'docs/performance.md')

const read = <Content>(accept: (name: string) => boolean): readonly Content[] =>
  readdirSync(directory)
    .filter((name) => name.endsWith('.json') && accept(name))
    .map((name) => readJson<Content>(join(directory, name)))

const results = read<Result>(() => true).filter(({ figures }) => Array.isArray(figures))
const tables = {
  figures: figuresTable(results, reasons),
  runtimes: runtimesTable(
    read<Readonly<{ versions: readonly MeasuredNode[] }>>((name) => name === 'runtimes.json')[0]?.versions ??
      [],
  ),
  growth: growthTable(read<Growth>((name) => name.startsWith('growth-'))),
  rebuild: rebuildTable(read<Rebuild>((name) => name.startsWith('rebuild-'))),
}
writeFileSync(page, fillIn(readFileSync(page, 'utf8'), tables))
