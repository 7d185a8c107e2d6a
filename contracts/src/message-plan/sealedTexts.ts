import { z } from 'zod'
import { formatStream } from '../kernel/message.ts'
import { zMessagePlanRow } from './resource.ts'

const zSealed = z.object(zMessagePlanRow.shape).pick({ id: true, texts: true, changedAt: true })
const zOpened = z.object({ body: z.string() })
const START = { commit: 0n, prepare: 0n }

/** Events that hold the sealed texts of a plan’s row as its events do, for the reader that opens events. */
export const toSealedTextEvents = (row: unknown) => {
  const { id, texts, changedAt } = zSealed.parse(row)
  return texts.map(({ planId, body }) => ({
    id: planId,
    stream: formatStream('messagePlan', id),
    revision: 0n,
    type: 'PlannedMessageEdited',
    data: { planId, body },
    metadata: {},
    position: START,
    recordedAt: changedAt,
  }))
}

/** The text of such an event once it is opened. */
export const readOpenedBody = (data: unknown): string => zOpened.parse(data).body
