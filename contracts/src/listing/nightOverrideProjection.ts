import { formatStream } from '../kernel/message.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import type { ListingEvent } from './messages.ts'
import { zNightOverrideRow, type NightOverrideRow } from './nightOverrideResource.ts'

type OverridesChanged = Extract<ListingEvent, { type: 'NightOverridesChanged' }>['data']
/** Listing ids have no slash. */
const readDate = (key: string) => key.slice(key.indexOf('/') + 1)

export const nightOverrideProjection = defineProjection<NightOverrideRow>({
  name: 'night_override',
  version: 1,
  row: zNightOverrideRow,
  streams: ({ listingId }) => [formatStream('listing', String(listingId))],
  categories: ['listing'],
  keys: (event) => {
    if (event.type !== 'NightOverridesChanged') return []
    const { listingId, nights } = event.data as OverridesChanged
    return nights.map(({ date }) => `${listingId}/${date}`)
  },
  fold: foldBy<NightOverrideRow, ListingEvent>({
    NightOverridesChanged: (_row, event, id) => {
      const { listingId, nights } = event.data
      const date = readDate(id)
      const after = nights.find((night) => night.date === date)?.after
      return after == null
        ? undefined
        : {
            ...after,
            id,
            listingId,
            date,
            changedBy: event.metadata['actorId'] ?? '',
            changedAt: occurredAtOf(event),
          }
    },
  }),
})
