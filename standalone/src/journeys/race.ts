import { addDays, nightsBetween, overlaps, type LocalDate } from '@hearth/contracts/kernel/dates'
import type { Id } from '@hearth/contracts/kernel/ids'
import { newId } from '@hearth/contracts/kernel/ids'
import { createCommandSender, type CommandResult } from '../commands/commandSender.ts'
import type { Journey } from './journey.ts'
import { inDays, openListing, stay } from './fixtures.ts'

/** Commands of one race. */
export const RACERS = 200

export type Race = Readonly<{
  won: number
  /** The number of refusals by code. */
  lost: Readonly<Record<string, number>>
  /** Claims on the contested night that are not released, from the events of the calendar. */
  standing: readonly string[]
  ms: number
}>

const chooseSpan = (contested: LocalDate, number: number) => {
  const start = addDays(contested, -(number % 4))
  return { start, end: addDays(contested, 1 + (Math.floor(number / 4) % 4)) }
}

type ClaimEvent = Readonly<{
  type: string
  claimId?: string
  blockId?: string
  start?: LocalDate
  end?: LocalDate
}>

/** The claims that remain at the end, read from the log and not from projections. */
const standingClaims = async (
  { events }: Journey,
  listingId: Id,
  contested: LocalDate,
): Promise<readonly string[]> => {
  const recorded = await events.readStream(`calendar-${listingId}`)
  const claims = recorded.map(({ type, data }) => ({ ...(data as object), type }) as ClaimEvent)
  const standing = new Set<string>()
  for (const { type, claimId, blockId, start = '', end = '' } of claims) {
    const id = claimId ?? blockId ?? ''
    if (
      (type === 'NightsHeld' || type === 'BlockCreated') &&
      overlaps({ start, end }, { start: contested, end: addDays(contested, 1) })
    )
      standing.add(id)
    if (type === 'NightsReleased') standing.delete(id)
  }
  return [...standing]
}

/**
 * 200 concurrent commands, three bookings to a block, each for the same night of a new listing. Requests that
 * the server was too busy for are repeated with their key, so each is accepted or refused in the end.
 */
export const race = async (journey: Journey, accountId: Id): Promise<Race> => {
  const listingId = await openListing(journey, accountId)
  const contested = inDays(30)
  const send = createCommandSender(journey.baseUrl, journey.token('importer'))
  const begun = performance.now()
  const results = await Promise.all(
    Array.from({ length: RACERS }, (_, number): Promise<CommandResult> => {
      const { start, end } = chooseSpan(contested, number)
      const key = newId()
      return number % 4 === 3
        ? send({ path: '/api/blocks', body: { listingId, kind: 'maintenance', start, end }, key })
        : send({
            path: '/api/bookings',
            body: stay(
              listingId,
              start,
              Array.from({ length: nightsBetween(start, end) }, () => 20_000),
            ),
            key,
            hostAccountId: accountId,
          })
    }),
  )
  const ms = Math.round(performance.now() - begun)
  const lost: Record<string, number> = {}
  for (const result of results) if (!result.ok) lost[result.code] = (lost[result.code] ?? 0) + 1
  return {
    won: results.filter(({ ok }) => ok).length,
    lost,
    standing: await standingClaims(journey, listingId, contested),
    ms,
  }
}

/** Whether exactly one won, all others were refused because the nights are taken, and the calendar agrees. */
export const isFair = ({ won, lost, standing }: Race): boolean =>
  won === 1 && standing.length === 1 && lost['NIGHTS_UNAVAILABLE'] === RACERS - 1
