import {
  BLOCK_KINDS,
  HOST_BLOCK_KINDS,
  nightsFree,
  type CalendarCommand,
  type CalendarEvent,
  type ClaimKind,
  type Conflict,
  type Span,
} from '@hearth/contracts/calendar'
import { can } from '@hearth/contracts/kernel/access'
import { addHours, listNights, type LocalDate } from '@hearth/contracts/kernel/dates'
import type { OfType } from '@hearth/contracts/kernel/message'
import { accept, reject, type Context, type Decider, type Rejected } from '../runtime/decider.ts'
import type { CalendarFacts } from './calendar.facts.ts'
import { findClaim, type CalendarState, type Claim } from './calendar.state.ts'

/** A removed block can be restored for this long (docs/domain/calendar.md#blocks). */
const RESTORE_HOURS = 30 * 24

type BlockCommand = OfType<CalendarCommand, 'CreateBlock' | 'EditBlock' | 'RemoveBlock' | 'RestoreBlock'>
type Ctx = Context<CalendarFacts>

const noBlock = reject('NOT_FOUND', 'This block doesn’t exist.')
const over = (end: LocalDate) =>
  reject('WINDOW_CLOSED', 'This block has ended, so it can’t be changed.', { closedAt: end })
const inThePast = (today: LocalDate) =>
  reject('POLICY_VIOLATION', `Nights before ${today} are in the past.`, { rule: 'past' })

/** Hosts change the kinds that they create; imported blocks belong to their feed. */
const mayNotTouch = (kind: ClaimKind, { actor }: Ctx): Rejected | null => {
  const allowed: readonly ClaimKind[] =
    actor.kind === 'host' ? HOST_BLOCK_KINDS : BLOCK_KINDS.filter((block) => block !== 'ical_import')
  return allowed.includes(kind)
    ? null
    : reject('FORBIDDEN', 'Only Hearth can create or change this kind of block.')
}

/** A co-host for the calendar changes only what they made themselves (docs/domain/calendar.md#blocks). */
const mayNotChange = ({ kind, createdBy }: Claim, ctx: Ctx): Rejected | null =>
  mayNotTouch(kind, ctx) ??
  (createdBy === ctx.actor.id || can(ctx.actor.role, 'block.manage')
    ? null
    : reject('FORBIDDEN', 'Only the person who made this block, an owner or a full co-host can change it.'))

const BLOCKED = 'These nights are blocked. Choose other nights, or remove the block first.'
const WHY_TAKEN: Readonly<Partial<Record<Conflict['kind'], string>>> = {
  booking: 'These nights are booked. Choose other nights, or cancel the booking first.',
  request_hold:
    'These nights are held for a guest’s request. Choose other nights, or answer the request first.',
}

const notFree = (
  state: CalendarState,
  wanted: Span & Readonly<{ kind: ClaimKind }>,
  ignore: string,
): Rejected | null => {
  const conflicts = nightsFree(state.claims, wanted, { ignore })
  if (conflicts.length === 0) return null
  const why = conflicts.map(({ kind }) => WHY_TAKEN[kind]).find((text) => text !== undefined) ?? BLOCKED
  return reject('NIGHTS_UNAVAILABLE', why, { conflicts })
}

/** Owners stay as often and when their agreement says (docs/domain/calendar.md#owner-stays). */
const refuseOwnStay = (
  state: CalendarState,
  wanted: Span & Readonly<{ kind: ClaimKind }>,
  ignore: string,
  { facts: { ownStays } }: Ctx,
): Rejected | null => {
  if (wanted.kind !== 'owner_stay') return null
  const { ownerNightsPerYear: limit, peakDates } = ownStays
  const peak = peakDates.find(({ from, to }) => wanted.start < to && from < wanted.end)
  if (peak !== undefined)
    return reject(
      'POLICY_VIOLATION',
      `Your agreement keeps the home free for guests from ${peak.from} to ${peak.to}. Choose other nights.`,
      { rule: 'peak_dates', from: peak.from, to: peak.to },
    )
  const others = state.claims.filter((claim) => claim.kind === 'owner_stay' && claim.claimId !== ignore)
  const years = [...others, wanted].flatMap((range) =>
    listNights(range.start, range.end).map((night) => night.slice(0, 4)),
  )
  const full = [...new Set(listNights(wanted.start, wanted.end).map((night) => night.slice(0, 4)))].find(
    (year) => years.filter((each) => each === year).length > limit,
  )
  return full === undefined
    ? null
    : reject(
        'LIMIT_EXCEEDED',
        `Owner stays are limited to ${limit} nights in ${full}. Choose fewer nights.`,
        { limit, year: full },
      )
}

/** Why past nights of a block can't be changed. */
const touchesThePast = (before: Span, after: Span, today: LocalDate): Rejected | null => {
  if (before.start < today ? after.start !== before.start : after.start < today) return inThePast(today)
  return after.end < today ? inThePast(today) : null
}

const restorableSpan = (block: Span, remaining: Claim | undefined, today: LocalDate): Span =>
  remaining === undefined && block.start < today
    ? { start: today, end: block.end }
    : { start: block.start, end: block.end }

export const decideBlocks: Decider<CalendarState, BlockCommand, CalendarEvent, CalendarFacts>['decide'] = {
  CreateBlock: ({ listingId, kind, start, end, note, ownerStay }, state, ctx) => {
    const { facts, targetId: blockId } = ctx
    if (facts.listing === null) return reject('NOT_FOUND', 'This listing doesn’t exist.')
    if (findClaim(state, blockId) !== undefined || state.removed[blockId] !== undefined) return accept([])
    const refused = mayNotTouch(kind, ctx)
    if (refused !== null) return refused
    if (ownerStay !== null && kind !== 'owner_stay') {
      const detail = 'only applies to owner stays'
      return reject('VALIDATION_FAILED', detail, { errors: [{ pointer: '/ownerStay', detail }] })
    }
    if (start < facts.today) return inThePast(facts.today)
    const wanted = { kind, start, end }
    const block = { listingId, blockId, kind, start, end, note, ownerStay }
    return (
      notFree(state, wanted, blockId) ??
      refuseOwnStay(state, wanted, blockId, ctx) ??
      accept([{ type: 'BlockCreated', data: block }], { undo: { command: 'RemoveBlock', expiresAt: null } })
    )
  },
  EditBlock: ({ listingId, start, end, note }, state, ctx) => {
    const { facts, targetId: blockId } = ctx
    const block = findClaim(state, blockId)
    if (block === undefined) return noBlock
    const refused = mayNotChange(block, ctx)
    if (refused !== null) return refused
    if (block.start === start && block.end === end && block.note === note) return accept([])
    if (block.end <= facts.today) return over(block.end)
    const wanted = { kind: block.kind, start, end }
    const changed = {
      listingId,
      blockId,
      kind: block.kind,
      before: { start: block.start, end: block.end, note: block.note },
      after: { start, end, note },
    }
    const shrinks = block.start <= start && end <= block.end
    return (
      touchesThePast(block, wanted, facts.today) ??
      // Reducing a block's nights is always possible.
      (shrinks ? null : (notFree(state, wanted, blockId) ?? refuseOwnStay(state, wanted, blockId, ctx))) ??
      accept([{ type: 'BlockChanged', data: changed }])
    )
  },
  RemoveBlock: ({ listingId }, state, ctx) => {
    const { facts, targetId: blockId, now } = ctx
    if (state.removed[blockId] !== undefined) return accept([])
    const block = findClaim(state, blockId)
    if (block === undefined) return noBlock
    const refused = mayNotChange(block, ctx)
    if (refused !== null) return refused
    if (block.end <= facts.today) return over(block.end)
    const remaining = block.start < facts.today ? { start: block.start, end: facts.today } : null
    const removed = { listingId, blockId, start: block.start, end: block.end, remaining }
    return accept([{ type: 'BlockRemoved', data: removed }], {
      undo: { command: 'RestoreBlock', expiresAt: addHours(now, RESTORE_HOURS) },
    })
  },
  RestoreBlock: ({ listingId }, state, ctx) => {
    const { facts, targetId: blockId, now } = ctx
    const removed = state.removed[blockId]
    if (removed === undefined) return findClaim(state, blockId) === undefined ? noBlock : accept([])
    const refused = mayNotChange(removed, ctx)
    if (refused !== null) return refused
    const until = addHours(removed.removedAt, RESTORE_HOURS)
    if (now >= until)
      return reject('UNDO_EXPIRED', 'A block can only be restored within 30 days.', { closedAt: until })
    if (removed.end <= facts.today) return over(removed.end)
    const wanted = { kind: removed.kind, ...restorableSpan(removed, findClaim(state, blockId), facts.today) }
    return (
      notFree(state, wanted, blockId) ??
      refuseOwnStay(state, wanted, blockId, ctx) ??
      accept([{ type: 'BlockRestored', data: { listingId, blockId, ...wanted } }], {
        undo: { command: 'RemoveBlock', expiresAt: null },
      })
    )
  },
}
