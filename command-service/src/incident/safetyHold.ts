import type { Span } from '@hearth/contracts/calendar'
import { isUrgent, type IncidentEvent } from '@hearth/contracts/incident'
import { addDays, overlaps } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { reject } from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import { byActor, done, withStep, type IncidentContext } from './common.ts'
import type { KnownIncident } from './incident.state.ts'

/** The calendar makes its block under the hold's id as the key (docs/domain/incident.md#safety-holds). */
const hold = (
  state: Pick<KnownIncident, 'listingId'>,
  { start, end }: Span,
  ctx: IncidentContext,
): IncidentEvent => {
  const holdId = ctx.idFor('hold')
  return {
    type: 'SafetyHoldPlaced',
    data: {
      ...byActor(state, ctx),
      holdId,
      blockId: deriveId('block', ctx.tenantId, holdId),
      start,
      end,
      bookingIds: ctx.facts.stays
        .filter((stay) => overlaps(stay, { start, end }))
        .map(({ claimId }) => claimId),
    },
  }
}

/** The nights that are held as soon as an incident is urgent, unless it holds some already. */
export const holdIfUrgent = (
  state: Pick<KnownIncident, 'listingId' | 'severity' | 'holds'>,
  ctx: IncidentContext,
): readonly IncidentEvent[] => {
  const { today, terms } = ctx.facts
  const isHeld = state.holds.some(({ lifted }) => !lifted)
  return !isUrgent(state.severity) || isHeld || terms.safetyHoldNights === 0
    ? []
    : [hold(state, { start: today, end: addDays(today, terms.safetyHoldNights) }, ctx)]
}

export const decideSafetyHold = {
  PlaceSafetyHold: withStep('PlaceSafetyHold', ({ start, end }, state, ctx) => {
    if (!isUrgent(state.severity))
      return reject(
        'POLICY_VIOLATION',
        'Nights are held for incidents of severity 1 and 2 only. Raise the severity first.',
        { rule: 'severity' },
      )
    if (state.holds.some((held) => !held.lifted && held.start <= start && end <= held.end)) return done()
    if (start < ctx.facts.today) return wrongField('/start', `is before today, ${ctx.facts.today}`)
    return done(hold(state, { start, end }, ctx))
  }),
}
