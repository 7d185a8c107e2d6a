import pg from 'pg'
import { z } from 'zod'
import { computeBackoffMs, pause } from '../retry/backoff.ts'
import type { Log } from '../telemetry/log.ts'
import type { Sealer } from './sealer.ts'
import { ERASURES } from './subjectKeyTable.ts'

const zErased = z.tuple([z.string(), z.string()])

const parse = (payload: string | undefined) => {
  try {
    return zErased.safeParse(JSON.parse(payload ?? '')).data
  } catch {
    return undefined
  }
}

export type FollowErasuresOptions = Readonly<{
  connectionString: string
  sealer: Pick<Sealer, 'forgetSubject' | 'forgetAll'>
  log: Log
}>

/** Lets this process forget keys as soon as another one erases a person. `close` ends it. */
export const followErasures = ({
  connectionString,
  sealer,
  log,
}: FollowErasuresOptions): Readonly<{ close: () => Promise<void> }> => {
  const closing = new AbortController()

  const listen = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString,
      keepAlive: true,
      application_name: 'erasures listen',
      connectionTimeoutMillis: 2_000,
    })
    const ended = new Promise<void>((resolve) => {
      client.once('end', resolve)
      client.on('error', () => resolve())
      closing.signal.addEventListener('abort', () => resolve(), { once: true })
    })
    try {
      await client.connect()
      client.on('notification', ({ payload }) => {
        const erased = parse(payload)
        if (erased) sealer.forgetSubject(...erased)
        else sealer.forgetAll()
      })
      await client.query(`listen ${ERASURES}`)
      // Notifications sent while the connection was down are lost.
      sealer.forgetAll()
      await ended
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  const loop = async (): Promise<void> => {
    for (let failures = 0; !closing.signal.aborted; failures += 1) {
      await listen().then(
        () => {
          failures = 0
        },
        (error: unknown) =>
          log.warn({ err: error }, 'sealing: erasures cannot be heard, keys are forgotten within a minute'),
      )
      await pause(computeBackoffMs(failures, 100, 3_000), closing.signal)
    }
  }
  const running = loop()

  return {
    close: async () => {
      closing.abort()
      await running
    },
  }
}
