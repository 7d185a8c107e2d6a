import { bookings } from '@hearth/contracts/booking'
import { addDays, zInstant, zLocalDate, type Instant, type LocalDate } from '@hearth/contracts/kernel/dates'
import { textIn } from '@hearth/contracts/kernel/message'
import {
  MAX_UNDOABLE,
  UNDOABLE,
  UNDOABLE_TYPES,
  type UndoableAction,
  type UndoableActions,
} from '@hearth/contracts/undo'
import { route, type Route } from '@hearth/platform/http/route'
import { refusalToAct, type Principal } from '@hearth/platform/session/principal'
import { toLocalDate } from '@hearth/platform/zones/localTime'
import { z } from 'zod'
import { createScope } from '../runtime/model.ts'
import type { Sources } from '../runtime/sources.ts'
import { waitForToken } from '../runtime/token.ts'
import { seesFields } from '../runtime/visibleFields.ts'
import { readUndoable } from './readUndoable.ts'

const zRow = z.object({
  id: z.string(),
  tenantId: z.string(),
  type: z.enum(UNDOABLE_TYPES),
  data: z.record(z.string(), z.unknown()),
  undo: z.string(),
  at: zInstant,
  listingTitle: z.string(),
  timezone: z.string().nullable(),
  bookingId: z.string().nullable(),
  code: z.string().nullable(),
  guestName: z.string().nullable(),
  checkIn: zLocalDate.nullable(),
  checkOut: zLocalDate.nullable(),
})
type Row = z.infer<typeof zRow>
type Nights = Readonly<{ start: LocalDate | null; end: LocalDate | null }>

const zDated = z.object({ nights: z.array(z.object({ date: zLocalDate })).min(1) })

const findNights = ({ type, data, checkIn, checkOut }: Row): Nights => {
  if (type === 'NightOverridesChanged') {
    const dates = (zDated.safeParse(data).data?.nights ?? []).map(({ date }) => date).toSorted()
    const last = dates.at(-1)
    return { start: dates[0] ?? null, end: last === undefined ? null : addDays(last, 1) }
  }
  const [start, end] = [textIn(data, 'start') ?? null, textIn(data, 'end') ?? null]
  return start === null ? { start: checkIn, end: checkOut } : { start, end }
}

/** The instant of the metadata's `RestoreBlock@2026-08-01T…`; null where it names none. */
const readUntil = (undo: string): Instant | null => undo.slice(undo.indexOf('@') + 1) || null

const toAction = (row: Row, now: Instant, seesGuests: boolean): UndoableAction[] => {
  const { command, target, body } = UNDOABLE[row.type]
  const until = readUntil(row.undo)
  const { start, end } = findNights(row)
  const today = toLocalDate(now, row.timezone ?? 'UTC')
  // A stay's nights do not matter for taking back its cancellation; its deadline does.
  const hasPassed = row.bookingId === null && end !== null && end <= today
  if (hasPassed || (until !== null && until <= now)) return []
  return [
    {
      id: row.id,
      type: row.type,
      at: row.at,
      listingTitle: row.listingTitle,
      start,
      end,
      code: seesGuests ? row.code : null,
      guestName: seesGuests ? row.guestName : null,
      until,
      undo: {
        collection: command.route.collection,
        target: textIn(row.data, target) ?? '',
        verb: command.route.verb ?? '',
        body: { ...body(row.data) },
      },
    },
  ]
}

/** Whether the person may do it now, where necessary after a fresh proof. */
const mayUndo = (principal: Principal, { type }: Row, now: number) =>
  [undefined, 'STEP_UP_REQUIRED'].includes(refusalToAct(principal, UNDOABLE[type].command.capability, now))

/**
 * `GET /api/undoable-actions`: what the person did last and can still undo, on whichever device
 * (docs/domain/console.md#undo).
 */
export const undoableRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/undoable-actions',
    access: { capability: 'listing.read' },
    tenant: 'own',
    rate: 'read',
    query: z.strictObject({}),
    handler: async ({ principal, headers, signal }) => {
      const position = await waitForToken(
        sources.positions,
        ['event_log', 'listing', 'booking'],
        headers,
        signal,
      )
      const now = sources.now()
      const at = new Date(now).toISOString()
      const seesGuests = seesFields(principal, bookings, 'code', 'guestName')
      const actions: UndoableAction[] = []
      for await (const found of readUndoable(sources, createScope(principal), principal.actor.id, at)) {
        const rows = found.map((row) => zRow.parse(row)).filter((row) => mayUndo(principal, row, now))
        sources.accessLog.note(rows)
        actions.push(...rows.flatMap((row) => toAction(row, at, seesGuests)))
        if (actions.length >= MAX_UNDOABLE) break
      }
      const body: UndoableActions = { actions: actions.slice(0, MAX_UNDOABLE) }
      return { status: 200, headers: position, body }
    },
  })
