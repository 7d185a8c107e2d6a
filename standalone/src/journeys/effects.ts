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
  journey: Pick<Journey, 'query'>,
  position: string,
): Promise<readonly Effect[]> => {
  const events = await journey.query(
    `
      select type, convert_from(data, 'UTF8') as data, convert_from(metadata, 'UTF8') as metadata
      from events.event
      where position > $1 and type not like '$%'`,
    [position],
  )
  const work = await journey.query(`select correlation_id, work::text as data from app.outbox`)
  return [
    ...events.map(({ type, data, metadata }) => ({
      correlation: String(parseJson(metadata)['$correlationId']),
      type: String(type),
      data: parseJson(data),
    })),
    ...work.map(({ correlation_id, data }) => ({
      correlation: String(correlation_id),
      type: 'outbox',
      data: parseJson(data),
    })),
  ]
}

/** The end of the log, for `effectsSince`. */
export const endOfLog = async (journey: Pick<Journey, 'query'>): Promise<string> =>
  String(
    (await journey.query('select coalesce(max(position), 0)::text as position from events.event'))[0]?.[
      'position'
    ],
  )
