import type { TracedCommand, TracedEffect, TracedEvent, Who } from '@hearth/contracts/event'
import { resources } from '@hearth/contracts'
import type { RecordedEvent } from '@hearth/contracts/kernel/message'
import { occurredAtOf, type Projection } from '@hearth/contracts/kernel/projection'

const MAX_IDS = 5

/** Read models whose rows the console can open: not the log itself, in which every event is a row. */
const opened = ({ name }: Pick<Projection, 'name'>) => name !== 'event_log'

const findResource = (table: string) =>
  Object.values(resources).find((resource) => resource.table === table)?.name ?? null

type Known = Readonly<{
  projections: readonly Projection[]
  standsAt: (projection: string) => bigint | undefined
  describeActor: (actorId: string) => Who
  findEffects: (eventId: string) => readonly TracedEffect[]
}>

const tracedEvent = (event: RecordedEvent, { projections, standsAt, findEffects }: Known): TracedEvent => ({
  id: event.id,
  type: event.type,
  stream: event.stream,
  streamRevision: Number(event.revision),
  commit: String(event.position.commit),
  occurredAt: occurredAtOf(event),
  recordedAt: event.recordedAt,
  rows: projections.filter(opened).flatMap((projection) => {
    const ids = projection.keys(event)
    const at = standsAt(projection.name)
    return ids.length === 0
      ? []
      : [
          {
            projection: projection.name,
            resource: findResource(projection.name),
            ids: ids.slice(0, MAX_IDS),
            count: ids.length,
            shown: at !== undefined && at >= event.position.commit,
          },
        ]
  }),
  effects: [...findEffects(event.id)],
})

/** The commands behind these events, each with what it led to, in the order in which they were recorded. */
export const buildTrace = (events: readonly RecordedEvent[], known: Known): readonly TracedCommand[] => {
  const commandOf = ({ id, metadata }: RecordedEvent) => metadata['commandId'] ?? id
  const byCommand = new Map<string, RecordedEvent[]>()
  for (const event of events)
    byCommand.set(commandOf(event), [...(byCommand.get(commandOf(event)) ?? []), event])
  return [...byCommand].map(([id, led]) => {
    const metadata = led[0]?.metadata ?? {}
    const cause = metadata['$causationId'] ?? null
    return {
      id,
      parent: cause !== null && cause !== id && byCommand.has(cause) ? cause : null,
      tenantId: metadata['tenantId'] ?? '',
      who: known.describeActor(metadata['actorId'] ?? ''),
      events: led.map((event) => tracedEvent(event, known)),
    }
  })
}
