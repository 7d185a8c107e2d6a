import type { Checkpoint } from './checkpoints.ts'

/** Where each segment of the serving build stands; `complete` and `fits` say whether it can be read. */
type Standing = {
  switches: number
  complete: boolean
  fits: boolean
  commits: Map<number, bigint>
  segments: number
  least: bigint | undefined
  doubts: number
}

const findLeast = ({ commits, segments }: Pick<Standing, 'commits' | 'segments'>): bigint | undefined =>
  commits.size < segments
    ? undefined
    : [...commits.values()].reduce((least, commit) => (commit < least ? commit : least))

/**
 * The standing of a build that is new to us. A build takes over only when it holds all that readers may have
 * seen, so it stands no lower than its predecessor, whose notifications may have overtaken the checkpoints.
 */
const createStanding = (
  checkpoints: readonly Checkpoint[],
  { switches, complete }: Pick<Checkpoint, 'switches' | 'complete'>,
  fits: boolean,
  known: Standing | undefined,
): Standing => {
  const floor = known?.complete && complete && switches > known.switches ? (known.least ?? -1n) : -1n
  const commits = new Map(
    checkpoints.flatMap(({ segment, commit }) =>
      commit === null ? [] : [[segment, BigInt(commit) > floor ? BigInt(commit) : floor] as const],
    ),
  )
  const segments = checkpoints.length
  const least = findLeast({ commits, segments })
  return { switches, complete, fits, commits, segments, least, doubts: 0 }
}

/**
 * Where the projections are known to stand. `fits` says whether this code can read a projection's table;
 * `announce` is called after every change.
 */
export const createStandings = (fits: (name: string) => Promise<boolean>, announce: () => void) => {
  const standings = new Map<string, Standing>()

  const advance = (name: string, segment: number, commit: bigint) => {
    const standing = standings.get(name)
    if (!standing || commit <= (standing.commits.get(segment) ?? -1n)) return
    standing.commits.set(segment, commit)
    standing.least = findLeast(standing)
    announce()
  }

  // Checkpoints may be older than a notification that came while they were read: positions only grow, and
  // the number of switches shows which build is the later one. A rebuilt read model starts from nothing.
  const take = async (name: string, checkpoints: readonly Checkpoint[]): Promise<void> => {
    const { switches, complete } = checkpoints[0] ?? { switches: 0, complete: false }
    const known = standings.get(name)
    // Seen twice, it is not a late answer: the schema was created again.
    if (known && known.switches > switches && (known.doubts += 1) < 2) return
    if (
      !known ||
      !known.complete ||
      !complete ||
      known.switches !== switches ||
      known.segments !== checkpoints.length ||
      !known.fits
    ) {
      standings.set(name, createStanding(checkpoints, { switches, complete }, await fits(name), known))
      return announce()
    }
    known.doubts = 0
    for (const { segment, commit } of checkpoints) if (commit !== null) advance(name, segment, BigInt(commit))
  }

  return {
    advance,
    /** Takes the checkpoints of all projections; a projection without one is gone. */
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
