import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { buildWhatIsStale, root } from '../build.ts'
import { describeMachine, loadAverage } from '../machine.ts'
import type { Result } from '../performance/figures.ts'
import { summarizeRounds, type MeasuredNode } from '../performance/runtimes.ts'
import { readJson, writeJson } from '../report.ts'
import { withDirectory } from '../temporary.ts'

/**
 * `npm run bench:runtimes [-- --rounds N --seconds N]`: rows 1, 2 and 5 on each version of Node that
 * package.json's `engines` names, to `bench/results/runtimes.json`. A round measures all versions in turn,
 * so that other activity on the machine affects them alike.
 */
const ROWS = ['commands', 'projection', 'visible']
/** Rounds of each side within a row. */
const INNER_ROUNDS = '2'

const directories = z.array(z.string()).parse(JSON.parse(process.env['NODE_DIRECTORIES'] ?? '[]'))
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '5' } },
})
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
if (!(rounds >= 1) || !(seconds > 0)) {
  console.error('npm run bench:runtimes -- [--rounds N] [--seconds N]')
  process.exit(64)
}

const readRow = (directory: string, row: string) =>
  readJson<Result & Readonly<{ node: string }>>(join(directory, `${row}.json`))

/** One round on the version of Node in `binaries`. */
const measureOn = (binaries: string): Promise<MeasuredNode> =>
  withDirectory(async (results) => {
    const program = ['--import', 'tsx', join(root, 'bench/src/main.ts'), ...ROWS]
    const options = ['--rounds', INNER_ROUNDS, '--seconds', String(seconds), '--results', results]
    // It fails if a goal is missed; the files that it writes say whether it measured.
    spawnSync(join(binaries, 'node'), [...program, ...options], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PATH: [binaries, process.env['PATH'] ?? ''].join(delimiter) },
    })
    const rows = ROWS.map((row) => readRow(results, row))
    return { node: rows[0]?.node ?? '', figures: rows.flatMap(({ figures }) => figures) }
  })

buildWhatIsStale()
const loadAverageBefore = loadAverage()
const measured: MeasuredNode[] = []
for (let round = 1; round <= rounds; round += 1)
  for (const binaries of directories) {
    console.log(`\nround ${round} of ${rounds}, ${binaries}`)
    measured.push(await measureOn(binaries))
  }
const { node: _, ...machine } = describeMachine()
writeJson('runtimes', {
  date: new Date().toISOString(),
  ...machine,
  loadAverageBefore,
  loadAverageAfter: loadAverage(),
  rounds,
  seconds,
  versions: summarizeRounds(measured),
  measured,
})
