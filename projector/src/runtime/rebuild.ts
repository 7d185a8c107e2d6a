import { setTimeout as delay } from 'node:timers/promises'
import { startEngine, type EngineOptions } from './engine.ts'
import { prepareSchema, resetTable } from './tables.ts'

const LOOK_MILLISECONDS = 50

/** Runs the engine until every projection has caught up with the log. Throws when one stops. */
export const projectUntilCaughtUp = async (options: EngineOptions, onProgress: (position: bigint) => void = () => undefined): Promise<void> => {
  const engine = startEngine(options)
  try {
    for (;;) {
      const status = engine.status()
      const failed = status.find(({ state }) => state === 'failed')
      if (failed) throw new Error(`${failed.name} stopped: ${failed.error}`)
      onProgress(status.reduce<bigint>((least, { commit }) => (commit !== null && (least === 0n || commit < least) ? commit : least), 0n))
      if (status.every(({ state }) => state === 'live')) return
      await delay(LOOK_MILLISECONDS)
    }
  } finally {
    await engine.stop()
  }
}

/** Drops the rows of these projections and makes them anew from the log; a running projector helps rather than hinders. Readers see the tables fill. */
export const rebuild = async (options: EngineOptions, onProgress?: (position: bigint) => void): Promise<void> => {
  await prepareSchema(options.maintenancePool)
  for (const projection of options.projections) await resetTable(options.maintenancePool, projection)
  await projectUntilCaughtUp(options, onProgress)
}
