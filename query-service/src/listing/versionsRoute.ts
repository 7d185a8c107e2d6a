import { events } from '@hearth/contracts/event'
import { formatStream, type RecordedEvent } from '@hearth/contracts/kernel/message'
import { occurredAtOf } from '@hearth/contracts/kernel/projection'
import {
  changeBy,
  readAnswers,
  draftedSections,
  fromStored,
  listings,
  zSectionName,
  type Fields,
  type ListingEvent,
  type SectionName,
  type SectionVersion,
} from '@hearth/contracts/listing'
import { route, type Route } from '@hearth/platform/http/route'
import { maySee } from '@hearth/platform/session/principal'
import { z } from 'zod'
import { maskPersonal } from '../event/maskPersonal.ts'
import { readStreams } from '../runtime/readEvents.ts'
import { loadPeople, describeActor } from '../event/who.ts'
import { createModel, createScope } from '../runtime/model.ts'
import { findRow, zPathId } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { waitForToken } from '../runtime/token.ts'

const model = createModel(listings)
const TYPES = [
  'ListingStarted',
  'ListingDrafted',
  'ListingSectionChanged',
  'ListingSectionReverted',
] as const satisfies readonly ListingEvent['type'][]
type Change = Omit<SectionVersion, 'at' | 'by' | 'onBehalfOf'>
const MAX_EVENTS = 1_000

const begun = (contents: Readonly<Partial<Record<SectionName, Fields>>>): readonly Change[] =>
  (Object.entries(contents) as [SectionName, Fields][]).flatMap(([section, fields]) => {
    const change = changeBy({}, readAnswers(section, fields))
    return change === undefined
      ? []
      : [{ section, version: 1, kind: 'drafted' as const, ...change, toVersion: null }]
  })

/** What an event changes in sections. */
const readChanges = ({
  type,
  data,
}: Extract<ListingEvent, { type: (typeof TYPES)[number] }>): readonly Change[] => {
  switch (type) {
    case 'ListingStarted':
      return begun({
        description: { title: data.title },
        info: { maxGuests: data.maxGuests, bedrooms: data.bedrooms },
        checkInOut: { checkInFrom: data.checkInTime, checkOutBy: data.checkOutTime },
      })
    case 'ListingDrafted':
      return begun(draftedSections(data))
    case 'ListingSectionChanged':
      return [
        {
          section: data.section,
          version: data.version,
          kind: data.editId === null ? 'changed' : 'approved',
          ...fromStored(data),
          toVersion: null,
        },
      ]
    case 'ListingSectionReverted':
      return [
        {
          section: data.section,
          version: data.version,
          kind: 'reverted',
          ...fromStored(data),
          toVersion: data.toVersion,
        },
      ]
  }
}

/**
 * `GET /api/listings/{id}/versions?section=`: every version of a listing's content with its author, time and
 * values before and after (docs/decisions/0019-a-listing-owns-its-content.md).
 */
export const versionsRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/listings/:id/versions',
    access: { capability: listings.capability },
    tenant: 'own',
    rate: 'read',
    params: zPathId,
    query: z.strictObject({ section: zSectionName.optional() }),
    handler: async ({ principal, params, query, headers, signal }) => {
      const position = await waitForToken(sources.positions, [listings.table, events.table], headers, signal)
      const row = await findRow(sources, model, principal, params.id)
      const found = await readStreams(sources, createScope(principal), {
        streams: [formatStream('listing', row.id)],
        types: TYPES,
        field: query.section && { name: 'section', value: query.section },
        newestFirst: true,
        limit: MAX_EVENTS,
      })
      const people = await loadPeople(
        sources.pool,
        found.map(({ metadata }) => metadata['actorId'] ?? ''),
      )
      const seesPersons = maySee(principal, 'event.personal')
      const opened = (event: RecordedEvent) =>
        seesPersons ? event.data : maskPersonal(event.type, event.data)
      const versions = found.flatMap((event): readonly SectionVersion[] =>
        readChanges({ type: event.type, data: opened(event) } as Parameters<typeof readChanges>[0])
          .filter(({ section }) => query.section === undefined || section === query.section)
          .map((changes) => ({
            ...changes,
            at: occurredAtOf(event),
            by: describeActor(event.metadata['actorId'] ?? '', people, principal),
            onBehalfOf: event.metadata['onBehalfOf'] ?? null,
          })),
      )
      return { status: 200, headers: position, body: { versions } }
    },
  })
