import { addDays, weekday, type Instant, type LocalDate } from '@hearth/contracts/kernel/dates'
import {
  changeFeeMinor,
  DELIVERY_BUSINESS_DAYS,
  NO_SHOW_FEE_MINOR,
  type Slot,
} from '@hearth/contracts/photoshoot'
import { reject, type Rejected } from '../runtime/decider.ts'
import { done, notNow, ofShoot, tooLate, withAppointment, type Data } from './common.ts'

const noAppointment = 'There’s no appointment.'

/** Refuses a change once the shoot has begun, or when the fee is not the one that the host was shown. */
const refuseChange = ({ startsAt }: Slot, seenMinor: number, now: Instant): Rejected | undefined => {
  if (now >= startsAt) return notNow('The photo shoot has already started.')
  const feeMinor = changeFeeMinor(startsAt, now)
  return feeMinor === seenMinor
    ? undefined
    : reject(
        'QUOTE_STALE',
        feeMinor === 0
          ? 'This is currently free.'
          : 'The photo shoot starts in less than 24 hours, so there’s a fee.',
        { feeMinor },
      )
}

const afterBusinessDays = (date: LocalDate, days: number): LocalDate => {
  const next = addDays(date, 1)
  const isFree = weekday(next) === 0 || weekday(next) === 6
  if (days === 1 && !isFree) return next
  return afterBusinessDays(next, isFree ? days : days - 1)
}

/** Changes to an appointment (docs/domain/photoshoot.md#appointments). */
export const decideAppointment = {
  ReschedulePhotoshoot: withAppointment(
    ['scheduled'],
    noAppointment,
    ({ feeMinor }: Data<'ReschedulePhotoshoot'>, at, shoot, ctx) => {
      const { held, currency } = shoot
      if (held === null)
        return reject('WINDOW_CLOSED', 'You haven’t reserved another time. Choose one first.', {
          rule: 'hold_minutes',
        })
      if (ctx.now >= held.until) return tooLate(held.until)
      const refusal = refuseChange(at.slot, feeMinor, ctx.now)
      if (refusal !== undefined) return refusal
      return done({
        type: 'PhotoshootRescheduled',
        data: {
          ...ofShoot(shoot, ctx),
          slot: held.slot,
          shootDayId: held.shootDayId,
          from: at.slot,
          fromShootDayId: at.shootDayId,
          feeMinor,
          currency,
        },
      })
    },
  ),
  CancelPhotoshoot: withAppointment(
    ['scheduled'],
    noAppointment,
    ({ reason, feeMinor }: Data<'CancelPhotoshoot'>, at, shoot, ctx) => {
      const byHearth = ctx.actor.kind === 'staff'
      const refusal = byHearth ? undefined : refuseChange(at.slot, feeMinor, ctx.now)
      if (refusal !== undefined) return refusal
      // A cancellation by us is free of charge for the host.
      return done({
        type: 'PhotoshootCancelled',
        data: {
          ...ofShoot(shoot, ctx),
          ...at,
          by: byHearth ? 'hearth' : 'host',
          reason,
          feeMinor: byHearth ? 0 : feeMinor,
          currency: shoot.currency,
        },
      })
    },
  ),
  RecordPhotoshootNoShow: withAppointment(
    ['scheduled', 'in_progress'],
    noAppointment,
    ({ reason }: Data<'RecordPhotoshootNoShow'>, at, shoot, ctx) => {
      if (ctx.now < at.slot.startsAt)
        return notNow(`The photo shoot hasn’t started yet. It starts at ${at.slot.startsAt}.`)
      return done({
        type: 'PhotoshootNoShowRecorded',
        data: {
          ...ofShoot(shoot, ctx),
          ...at,
          reason,
          feeMinor: NO_SHOW_FEE_MINOR,
          currency: shoot.currency,
        },
      })
    },
  ),
  StartPhotoshoot: withAppointment(
    ['scheduled'],
    noAppointment,
    (_data: Data<'StartPhotoshoot'>, at, shoot, ctx) =>
      done({ type: 'PhotoshootStarted', data: { ...ofShoot(shoot, ctx), ...at } }),
  ),
  MarkPhotoshootShot: withAppointment(
    ['scheduled', 'in_progress'],
    noAppointment,
    (_data: Data<'MarkPhotoshootShot'>, at, shoot, ctx) => {
      const deliverBy = `${afterBusinessDays(ctx.now.slice(0, 10), DELIVERY_BUSINESS_DAYS)}T23:59:59.999Z`
      return done({ type: 'PhotoshootShot', data: { ...ofShoot(shoot, ctx), ...at, deliverBy } })
    },
  ),
}
