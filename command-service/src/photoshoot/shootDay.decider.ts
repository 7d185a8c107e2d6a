import { addMinutes } from '@hearth/contracts/kernel/dates'
import {
  CLAIM_MINUTES,
  inTheWay,
  stands,
  type ShootClaim,
  type ShootDayCommand,
  type ShootDayEvent,
} from '@hearth/contracts/photoshoot'
import { accept, reject, type Decider } from '../runtime/decider.ts'
import { shootDayFold, type ShootDayState } from './shootDay.state.ts'

const own = (
  { claims }: ShootDayState,
  { photoshootId, startsAt }: Pick<ShootClaim, 'photoshootId' | 'startsAt'>,
) => claims.find((claim) => claim.photoshootId === photoshootId && claim.startsAt === startsAt)

/** One photographer's day: the first claim gets the slot, by the stream's expected revision. */
export const shootDay: Decider<ShootDayState, ShootDayCommand, ShootDayEvent> = {
  ...shootDayFold,
  decide: {
    ClaimShootSlot: ({ region, date, photoshootId, startsAt, endsAt }, state, { id, now }) => {
      const until = addMinutes(now, CLAIM_MINUTES)
      const mine = own(state, { photoshootId, startsAt })
      if (mine !== undefined && (mine.until === null || mine.until >= until)) return accept([])
      if (inTheWay(state.claims, { startsAt, endsAt }, photoshootId, now).length > 0)
        return reject('NIGHTS_UNAVAILABLE', 'Someone else just booked this time. Choose another one.', {
          errors: [{ pointer: '/startsAt', detail: 'is taken' }],
        })
      return accept([
        {
          type: 'ShootSlotClaimed',
          data: { shootDayId: id, region, date, photoshootId, startsAt, endsAt, until },
        },
      ])
    },
    KeepShootSlot: ({ photoshootId, startsAt }, state, { id, now }) => {
      const claim = own(state, { photoshootId, startsAt })
      if (claim === undefined || !stands(claim, now))
        return reject('WINDOW_CLOSED', 'Your reservation has expired. Choose a time again.', {
          rule: 'hold_minutes',
        })
      return accept(
        claim.until === null
          ? []
          : [{ type: 'ShootSlotKept', data: { shootDayId: id, photoshootId, startsAt } }],
      )
    },
    ReleaseShootSlot: ({ photoshootId, startsAt, since }, state, { id }) => {
      const claim = own(state, { photoshootId, startsAt })
      // A release that was requested before this claim was made is about an earlier one, even if this claim
      // is kept by now.
      if (claim === undefined || claim.madeUntil > addMinutes(since, CLAIM_MINUTES)) return accept([])
      return accept([{ type: 'ShootSlotReleased', data: { shootDayId: id, photoshootId, startsAt } }])
    },
  },
}
