import { addMinutes } from '@hearth/contracts/kernel/dates'
import {
  HOLD_MINUTES,
  takesAppointment,
  type PhotoshootEvent,
  type PhotoshootState,
} from '@hearth/contracts/photoshoot'
import { reject } from '../runtime/decider.ts'
import { unmet, wrongField } from '../runtime/refusals.ts'
import {
  done,
  notNow,
  ofShoot,
  tooLate,
  withShoot,
  type Data,
  type Decided,
  type PhotoshootContext,
} from './common.ts'

/**
 * A slot that is held while the host fills in the details (docs/domain/photoshoot.md#holding-a-slot). The
 * photographer's day has already given it to this shoot.
 */
export const decideHold = {
  HoldPhotoshootSlot: (
    { listingId, startsAt }: Data<'HoldPhotoshootSlot'>,
    state: PhotoshootState,
    ctx: PhotoshootContext,
  ): Decided => {
    const { home, slot, shootDayId, agreed } = ctx.facts
    if (home === null)
      return unmet('PLACE_MISSING', 'Add the address of the home first.', `/onboarding/${listingId}`)
    if (!agreed)
      return unmet(
        'AGREEMENT_UNSIGNED',
        'Sign the management agreement first.',
        `/onboarding/${listingId}/management-agreement`,
      )
    if (state !== undefined && state.status !== 'scheduled' && !takesAppointment(state.status))
      return notNow('The photos have already been taken.')
    if (state?.slot?.startsAt === startsAt) return reject('DUPLICATE', 'This is already your appointment.')
    if (slot === null)
      return wrongField(
        '/startsAt',
        'isn’t available: it must be in daylight, 2 to 30 days from now, and while the home is empty',
      )
    const held = state?.held ?? null
    if (held !== null && held.slot.startsAt === startsAt && ctx.now < held.until) return done()
    const of = ofShoot({ listingId, hostAccountId: home.hostAccountId }, ctx)
    const replaced: readonly PhotoshootEvent[] =
      held === null
        ? []
        : [
            {
              type: 'PhotoshootSlotReleased',
              data: { ...of, slot: held.slot, shootDayId: held.shootDayId, cause: 'replaced' },
            },
          ]
    const data = {
      ...of,
      slot,
      shootDayId,
      region: home.region,
      until: addMinutes(ctx.now, HOLD_MINUTES),
      imagesDue: home.images,
      currency: home.currency,
    }
    return done(...replaced, { type: 'PhotoshootSlotHeld', data })
  },
  ReleasePhotoshootSlot: withShoot((_data: Data<'ReleasePhotoshootSlot'>, shoot, ctx) => {
    const { held } = shoot
    return held === null
      ? done()
      : done({
          type: 'PhotoshootSlotReleased',
          data: { ...ofShoot(shoot, ctx), slot: held.slot, shootDayId: held.shootDayId, cause: 'given_up' },
        })
  }),
  ExpirePhotoshootHold: withShoot(({ startsAt, until }: Data<'ExpirePhotoshootHold'>, shoot, ctx) => {
    const { held } = shoot
    if (held === null || held.slot.startsAt !== startsAt || held.until !== until) return done()
    return done({
      type: 'PhotoshootSlotReleased',
      data: { ...ofShoot(shoot, ctx), slot: held.slot, shootDayId: held.shootDayId, cause: 'expired' },
    })
  }),
  /** The hold must not have expired: now < until. */
  ConfirmPhotoshoot: withShoot(({ access, contactPhone }: Data<'ConfirmPhotoshoot'>, shoot, ctx) => {
    const { held, status } = shoot
    if (status === 'scheduled') return notNow('You already have an appointment. Move it instead.')
    if (!takesAppointment(status)) return notNow('The photos have already been taken.')
    if (held === null)
      return reject('WINDOW_CLOSED', 'You haven’t reserved a time. Choose one first.', {
        rule: 'hold_minutes',
      })
    if (ctx.now >= held.until) return tooLate(held.until)
    const data = {
      ...ofShoot(shoot, ctx),
      slot: held.slot,
      shootDayId: held.shootDayId,
      accessMethod: access.method,
      accessNote: access.note,
      contactPhone,
    }
    return done({ type: 'PhotoshootScheduled', data })
  }),
}
