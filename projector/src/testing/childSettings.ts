import type { Pause } from '../runtime/batch/commitBatch.ts'

/** A setting that the test must give. */
export const setting = (name: string): string => {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is missing`)
  return value
}

/**
 * With PAUSE_AT the process says that it is ready when it holds a batch there, the PAUSE_AFTER-th, until
 * SIGUSR2.
 */
export const pauseFromSettings = (): Pause => {
  const place = process.env['PAUSE_AT']
  let left = Number(process.env['PAUSE_AFTER'] ?? 0)
  const resumed = new Promise<void>((resolve) => process.once('SIGUSR2', resolve))
  return async (at) => {
    if (at !== place || left < 0) return
    left -= 1
    if (left >= 0) return
    console.log(`ready at ${at}`)
    await resumed
  }
}
