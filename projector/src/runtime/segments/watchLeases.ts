import type { Log } from '@hearth/platform/telemetry/log'
import type { Pool } from 'pg'
import type { Build } from '../builds/builds.ts'
import { classifyFailure } from '../batch/classifyFailure.ts'
import { readLeaseOverview, renewLeases, type Lease, type Pulse } from './leases.ts'
import type { Session } from '../engine/session.ts'
import type { Waker } from '@hearth/platform/retry/waker'

const BEAT_MS = 1_000
/** With less than its share it looks more often for segments that become free. */
const HUNGRY_BEAT_MS = 250

type Watch = Readonly<{
  pool: Pool
  owner: string
  code: string
  session: Pick<Session, 'beat'>
  /** What the round began with. */
  builds: readonly Build[]
  leases: readonly Lease[]
  most: number
  /** What a lease records about the progress of its segment. */
  readPulse: (lease: Lease) => Omit<Pulse, keyof Lease>
  /** The builds as they are now. */
  readBuilds: () => Promise<readonly Build[]>
  beating: Waker
  /** The round is over. */
  change: (reason: string) => void
  log: Log
  signal: AbortSignal
}>

/** A lease by name and epoch. */
export const signed = ({
  projection,
  build,
  segment,
  epoch,
}: Pick<Lease, 'projection' | 'build' | 'segment' | 'epoch'>) => `${projection}/${build}/${segment}/${epoch}`

const sameNames = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && new Set([...a, ...b]).size === a.length
const buildNames = (builds: readonly Build[]) =>
  builds.map(({ projection, build }) => `${projection}/${build}`)

/**
 * One beat a second: stays known, keeps the leases, and sees whether the work is still shared as it should
 * be.
 */
export const watchLeases = async (watch: Watch): Promise<void> => {
  const { pool, owner, code, session, builds, leases, beating, change, log, signal } = watch
  signal.addEventListener('abort', beating.wake, { once: true })
  for (let hungry = leases.length < watch.most; ;) {
    await beating.sleep(hungry ? HUNGRY_BEAT_MS : BEAT_MS)
    if (signal.aborted) return
    try {
      await session.beat()
      await renewLeases(
        pool,
        owner,
        leases.map((lease) => ({ ...lease, ...watch.readPulse(lease) })),
      )
      const now = await watch.readBuilds()
      const { held, free, most } = await readLeaseOverview(pool, owner, code, now)
      hungry = held.length < most
      if (!sameNames(buildNames(now), buildNames(builds))) change('its tables changed')
      else if (!sameNames(held.map(signed), leases.map(signed))) change('segments were taken over')
      else if (held.length > most) change('another process takes a share of the segments')
      else if (free > 0 && hungry) change('segments are free')
    } catch (error) {
      if (classifyFailure(error) === 'missing') change('the schema is gone')
      else log.warn({ err: error }, 'projection: the leases could not be renewed')
    }
  }
}
