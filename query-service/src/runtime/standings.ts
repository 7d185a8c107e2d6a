import type { Checkpoint } from './checkpoints.ts'

// Where each segment of the serving build stands; `complete` and `fits` say whether it can be read at all.
type Standing = {
  switches: number
  complete: boolean
  fits: boolean
  commits: Map<number, bigint>
  segments: number
  least: bigint | undefined
  doubts: number
}

const leastOf = ({ commits, segments }: Pick<Standing, 'commits' | 'segments'>): bigint | undefined =>
  commits.size < segments
    ? undefined
    : [...commits.values()].reduce((least, commit) => (commit < least ? commit : least))

/**
 * Where the projections are known to stand. `fits` tells whether a projection's table can be read by this
 * code; `announce` is called after every change.
 */
export const createStandings = (fits: (name: string) => Promise<boolean>, announce: () => void) => {
  const standings = new Map<string, Standing>()

  const advance = (name: string, segment: number, commit: bigint) => {
    const standing = standings.get(name)
    if (!standing || commit <= (standing.commits.get(segment) ?? -1n)) return
    standing.commits.set(segment, commit)
    standing.least = leastOf(standing)
    announce()
  }

  // What a look finds may be older than what was heard meanwhile: positions only grow, and switches tell
  // which build is the later one. A read model that is built anew starts from nothing.
  const take = async (name: string, checkpoints: readonly Checkpoint[]): Promise<void> => {
    const { switches, complete } = checkpoints[0] ?? { switches: 0, complete: false }
    const known = standings.get(name)
    // Seen twice it is no late answer: the schema was made anew.
    if (known && known.switches > switches && (known.doubts += 1) < 2) return
    if (
      !known ||
      !known.complete ||
      !complete ||
      known.switches !== switches ||
      known.segments !== checkpoints.length ||
      !known.fits
    ) {
      const fitting = await fits(name)
      // A build takes over only when it holds all that readers may have seen, and what they saw may have been
      // told while we looked.
      const floor = known?.complete && complete && switches > known.switches ? (known.least ?? -1n) : -1n
      const commits = new Map(
        checkpoints.flatMap(({ segment, commit }) =>
          commit === null ? [] : [[segment, BigInt(commit) > floor ? BigInt(commit) : floor] as const],
        ),
      )
      const fresh = { switches, complete, fits: fitting, commits, segments: checkpoints.length, doubts: 0 }
      standings.set(name, { ...fresh, least: leastOf(fresh) })
      return announce()
    }
    known.doubts = 0
    for (const { segment, commit } of checkpoints) if (commit !== null) advance(name, segment, BigInt(commit))
  }

  return {
    advance,
    /** Takes what was read of all projections; one that is not among it is gone. */
    takeAll: async (rows: readonly Checkpoint[]): Promise<void> => {
      const names = new Set(rows.map(({ name }) => name))
      for (const name of standings.keys()) if (!names.has(name)) standings.delete(name)
      for (const name of names)
        await take(
          name,
          rows.filter((row) => row.name === name),
        )
    },
    least: (name: string): bigint | undefined => standings.get(name)?.least,
    segments: (name: string): number | undefined => standings.get(name)?.segments,
    isReadable: (name: string): boolean => {
      const standing = standings.get(name)
      return standing !== undefined && standing.complete && standing.fits
    },
  }
}
