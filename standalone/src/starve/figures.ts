import { KINDS, type Kind, type Sample } from './people.ts'

/** Under an attack the 95th percentile may be this many times that of quiet. */
export const MAX_RATIO = 3

/** The 95th percentile of some times; not a number of none. */
export const computeP95 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN

const timesOf = (samples: readonly Sample[], kind: Kind) =>
  samples.filter((sample) => sample.kind === kind).map(({ ms }) => ms)

/** Prints the figures of a phase against those of quiet; answers with what is wrong. */
export const judgePhase = (
  name: string,
  samples: readonly Sample[],
  quiet: readonly Sample[],
): readonly string[] => {
  const problems = samples
    .filter(({ failure }) => failure !== undefined)
    .map(({ kind, failure }) => `${name}: a person could not ${kind}: ${failure}`)
  for (const kind of KINDS) {
    const times = timesOf(samples, kind)
    const p95 = computeP95(times)
    const ratio = p95 / computeP95(timesOf(quiet, kind))
    console.log(
      `${name.padEnd(24)} ${kind.padEnd(8)} ${String(times.length).padStart(4)} requests, ` +
        `p95 ${p95.toFixed(0).padStart(5)} ms, ${ratio.toFixed(2)} times quiet`,
    )
    if (!(ratio <= MAX_RATIO))
      problems.push(`${name}: ${kind} took ${ratio.toFixed(2)} times as long as in quiet`)
  }
  return problems
}
