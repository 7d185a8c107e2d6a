import type { LogPosition } from '@hearth/platform/testing/openLog'
import type { Journey } from './journey.ts'

/**
 * What a request led to: an event, or a row of the outbox. `data` is as stored, with sealed personal fields.
 */
export type Effect = Readonly<{ correlation: string; type: string; data: Readonly<Record<string, unknown>> }>

const parseJson = (text: unknown): Readonly<Record<string, unknown>> => {
  try {
    return { ...(JSON.parse(String(text)) as object) }
  } catch {
    return {}
  }
}

/** Every event after `position` and every row of the outbox, with the id of the request that led to it. */
export const effectsSince = async (
  journey: Pick<Journey, 'query' | 'events'>,
  position: LogPosition,
): Promise<readonly Effect[]> => {
  const events = await journey.events.readAfter(position)
  const work = await journey.query(`select correlation_id, work::text as data from app.outbox`)
  return [
    ...events.map(({ type, data, metadata }) => ({
      correlation: String(metadata['$correlationId']),
      type,
      data: { ...(data as object) },
    })),
    ...work.map(({ correlation_id, data }) => ({
      correlation: String(correlation_id),
      type: 'outbox',
      data: parseJson(data),
    })),
  ]
}
