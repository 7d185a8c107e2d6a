import { groupBy } from '@hearth/contracts/kernel/groupBy'
import { overlaps } from '@hearth/contracts/kernel/dates'

/** The answer to one acknowledged command. */
export type Acknowledged = Readonly<{
  key: string
  stream: string
  revision: number
  events: readonly string[]
}>
export type LoggedEvent = Readonly<{
  id: string
  stream: string
  revision: number
  type: string
  commandId: string
  data: Readonly<Record<string, unknown>>
}>

/** Compares the promises with the log. An empty result: nothing is lost, duplicated or half done. */
export const violations = (
  acknowledged: readonly Acknowledged[],
  attempted: ReadonlySet<string>,
  log: readonly LoggedEvent[],
): string[] => {
  const byStream = groupBy(log, (event) => event.stream)
  const byCommand = groupBy(log, (event) => `${event.commandId} ${event.stream}`)
  const lost = acknowledged.flatMap((answer) => {
    const found = byCommand.get(`${answer.key} ${answer.stream}`) ?? []
    const types = found.map((event) => event.type).join(', ')
    if (types !== answer.events.join(', '))
      return [
        `${answer.key}: promised ${answer.events.join(', ')} in ${answer.stream}, ` +
          `the log has ${types || 'nothing'}`,
      ]
    return found.at(-1)?.revision === answer.revision
      ? []
      : [`${answer.key}: promised revision ${answer.revision}, found ${found.at(-1)?.revision}`]
  })
  const holes = [...byStream].flatMap(([stream, events]) =>
    events.flatMap((event, index) =>
      event.revision === index ? [] : [`${stream}: revision ${event.revision} at place ${index}`],
    ),
  )
  const twice = [...groupBy(log, (event) => event.id)].flatMap(([id, events]) =>
    events.length === 1 ? [] : [`event ${id} stands ${events.length} times`],
  )
  const unasked = log
    .filter(
      (event) =>
        ['BookingConfirmed', 'BlockCreated', 'BookingCancelled'].includes(event.type) &&
        !attempted.has(event.commandId),
    )
    .map((event) => `${event.type} in ${event.stream} that no request explains`)
  return [...lost, ...holes, ...twice, ...unasked, ...halfDone(log), ...doubleBooked(log)]
}

/** Every confirmed booking has committed or released its nights, and every refund is settled once. */
const halfDone = (log: readonly LoggedEvent[]): string[] => {
  const claims = groupBy(
    log.filter((event) => event.stream.startsWith('calendar-')),
    (event) => String(event.data['claimId'] ?? event.data['blockId']),
  )
  const bookings = groupBy(
    log.filter((event) => event.stream.startsWith('booking-')),
    (event) => event.stream.slice('booking-'.length),
  )
  return [...bookings].flatMap(([id, events]) => {
    const count = (type: string) => events.filter((event) => event.type === type).length
    const claim = (claims.get(id) ?? [])
      .map((event) => event.type)
      .filter((type) => type.startsWith('Nights'))
      .join(' ')
    const expected =
      count('BookingCancelled') === 1
        ? 'NightsHeld NightsCommitted NightsReleased'
        : 'NightsHeld NightsCommitted'
    return [
      ...(count('BookingConfirmed') === 1 && claim !== expected
        ? [`booking ${id}: nights went ${claim || 'nowhere'}`]
        : []),
      ...(count('RefundRequested') === count('RefundSettled')
        ? []
        : [`booking ${id}: ${count('RefundRequested')} refunds asked, ${count('RefundSettled')} settled`]),
    ]
  })
}

/** No two claims that remain at the end share a night. */
const doubleBooked = (log: readonly LoggedEvent[]): string[] => {
  const standing = new Map<string, { listing: string; start: string; end: string }>()
  for (const { type, data } of log) {
    const id = String(data['claimId'] ?? data['blockId'])
    if (type === 'NightsHeld' || type === 'BlockCreated')
      standing.set(id, {
        listing: String(data['listingId']),
        start: String(data['start']),
        end: String(data['end']),
      })
    if (type === 'NightsReleased' || type === 'BlockRemoved') standing.delete(id)
  }
  return [...groupBy([...standing.values()], (claim) => claim.listing)].flatMap(([listing, claims]) => {
    const sorted = claims.toSorted((a, b) => (a.start < b.start ? -1 : 1))
    return sorted.flatMap((claim, index) => {
      const before = sorted[index - 1]
      return before && overlaps(before, claim)
        ? [`listing ${listing}: ${before.start} to ${before.end} and ${claim.start} to ${claim.end} overlap`]
        : []
    })
  })
}
