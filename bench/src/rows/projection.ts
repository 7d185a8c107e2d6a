import { randomBytes } from 'node:crypto'
import { EventStoreDBClient, START } from '@eventstore/db-client'
import { eventDefinitions, resources } from '@hearth/contracts'
import { projections } from '@hearth/projector/registry'
import { startEngine } from '@hearth/projector/runtime/engine/engine'
import { openWorkplace, type Workplace } from '@hearth/projector/testing/workplace'
import { startTestStack } from '@hearth/platform/testing/stack'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { readHead } from '../head.ts'
import { writeBookings } from '../history.ts'
import type { Row } from '../measurement.ts'
import { alternate } from '../rounds.ts'
import { median } from '../statistics.ts'
import { warnings } from '../warnings.ts'

const EVENTS = 200_000
const GOAL = 0.5

/** Lends a client of its own. */
export const withClient = async <Result>(
  url: string,
  work: (client: EventStoreDBClient) => Promise<Result>,
): Promise<Result> => {
  const client = EventStoreDBClient.connectionString(url)
  try {
    return await work(client)
  } finally {
    await client.dispose()
  }
}

/** Seconds until a subscription to everything has delivered this many events. */
const countAll = async (client: EventStoreDBClient, events: number): Promise<number> => {
  const begun = performance.now()
  const subscription = client.subscribeToAll({ fromPosition: START })
  let counted = 0
  for await (const { event } of subscription) {
    if (event && !event.type.startsWith('$')) counted += 1
    if (counted === events) break
  }
  const seconds = (performance.now() - begun) / 1000
  await subscription.unsubscribe()
  return seconds
}

/** Seconds until the projection's checkpoint is past the last event, from an empty table. */
export const catchUp = async ({ options, maintenancePool }: Workplace, head: bigint): Promise<number> => {
  await maintenancePool.query('drop schema if exists read cascade')
  const begun = performance.now()
  const engine = startEngine(options)
  try {
    await waitUntil(
      () =>
        engine
          .status()
          .every(({ commit, state }) => state === 'failed' || (commit !== null && commit >= head)),
      300_000,
    )
    const seconds = (performance.now() - begun) / 1000
    const failed = engine.status().find(({ state }) => state === 'failed')
    if (failed) throw new Error(`${failed.name} stopped: ${failed.error}`)
    return seconds
  } finally {
    await engine.stop()
  }
}

/**
 * The bookings projection over a log of bookings, including checkpoints, against a subscription that only
 * counts.
 */
export const projection: Row = async ({ rounds }) => {
  const stack = await startTestStack()
  try {
    const domain = {
      definitions: eventDefinitions,
      projections: projections.filter(({ name }) => name === 'booking'),
      resources: Object.values(resources),
    }
    const workplace = await openWorkplace({
      ...stack,
      sealingKey: randomBytes(32).toString('base64'),
      log: warnings,
      domain,
    })
    try {
      const events = await writeBookings(stack.eventStoreUrl, workplace.sealer, EVENTS)
      const head = await withClient(stack.eventStoreUrl, readHead)
      const seconds = await alternate(rounds, {
        bare: () => withClient(stack.eventStoreUrl, (client) => countAll(client, events)),
        projection: () => catchUp(workplace, head),
      })
      const [bare, measured] = [
        median(seconds.bare.map((one) => events / one)),
        median(seconds.projection.map((one) => events / one)),
      ]
      const { rows } = await workplace.maintenancePool.query<{ count: string }>(
        'select count(*) from read.booking',
      )
      return {
        figures: [
          {
            figure: '2 catch-up of the bookings projection ÷ subscribeToAll',
            unit: 'events/s',
            measured,
            bare,
            ratio: measured / bare,
            goal: `≥ ${GOAL}`,
            met: measured / bare >= GOAL,
          },
        ],
        details: { events, bookings: Number(rows[0]?.count), seconds },
      }
    } finally {
      await workplace.close()
    }
  } finally {
    await stack.stop()
  }
}
