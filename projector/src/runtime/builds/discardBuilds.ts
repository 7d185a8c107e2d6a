import type pg from 'pg'
import { dropBuild } from './createBuild.ts'
import { readBuilds } from './builds.ts'
import { withProjectionLock } from './schema.ts'
import { SwitchError } from './switchBuild.ts'

/**
 * Ends the builds beside the serving one and drops their tables; returns their numbers. Throws SwitchError
 * when there is none, and for one that changed code is building: its projector would start it again
 * immediately.
 */
export const discardBuilds = (pool: pg.Pool, projection: string): Promise<readonly number[]> =>
  withProjectionLock(pool, projection, async (transaction) => {
    const others = (await readBuilds(transaction, projection)).filter(({ serves }) => !serves)
    if (others.length === 0) throw new SwitchError(`${projection}: no build to discard`)
    const wanted = others.find(({ reason, status }) => reason === 'version' && status !== 'standby')
    if (wanted)
      throw new SwitchError(
        `${projection}: build ${wanted.build} is for a new version of the code, ` +
          'and its projector would start it again',
      )
    for (const other of others) await dropBuild(transaction, other)
    return others.map(({ build }) => build)
  })
