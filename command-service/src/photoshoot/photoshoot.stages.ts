import { addMinutes, type Instant } from '@hearth/contracts/kernel/dates'
import type { OfType } from '@hearth/contracts/kernel/message'
import {
  derivePhotoshootId,
  type PhotoshootCommand,
  type ShootDayCommand,
} from '@hearth/contracts/photoshoot'
import { calendarFold } from '../calendar/calendar.state.ts'
import { listingFold } from '../listing/listing.state.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { createStep } from '../runtime/internal.ts'
import { TRANSIENT_CODES, type Envelope, type Handle, type Outcome } from '../runtime/outcome.ts'
import type { Around, Stages } from '../runtime/pipeline.ts'
import { findShootDay, readHome } from './home.ts'
import { photoshootFold } from './photoshoot.state.ts'
import { shootDayFold } from './shootDay.state.ts'

type DataOf<T extends PhotoshootCommand['type']> = OfType<PhotoshootCommand, T>['data']

export type PhotoshootStagePorts = Readonly<{ now: () => Instant }>

/** Steps that several stages take. */
const createSteps = (handler: CommandHandler) => {
  const take = (envelope: Envelope, shootDayId: string, command: ShootDayCommand) =>
    handler.handle(
      createStep(envelope, `${shootDayFold.category}-${shootDayId}`, command.type, {
        ...command,
        id: shootDayId,
      }),
    )

  /** Why the command would be refused; one that was already carried out gets its former answer. */
  const findRefusal = async (envelope: Envelope, next: Handle): Promise<Outcome | undefined> => {
    const target = await handler.locate(envelope)
    if (target.kind === 'rejected') return target
    const refused = await handler.check(envelope, target, [])
    if (refused === undefined) return undefined
    const { commands } = await handler.view(photoshootFold, target.id, 0)
    return commands.has(envelope.commandId) ? next(envelope) : refused
  }

  return { take, refusalOf: findRefusal }
}

/**
 * A slot is claimed in the photographer's day, and its nights in the calendar, before the shoot records it.
 * The hold's timer cleans up after an interruption: an unconfirmed claim ends by itself, and one that was
 * confirmed without its shoot is released when the hold expires.
 */
export const createPhotoshootStages =
  ({ now }: PhotoshootStagePorts) =>
  (handler: CommandHandler): Stages<PhotoshootCommand> => {
    const { take, refusalOf } = createSteps(handler)

    const hold: Around<DataOf<'HoldPhotoshootSlot'>> = async (envelope, next) => {
      const refused = await refusalOf(envelope, next)
      if (refused !== undefined) return refused
      const { listingId, startsAt } = envelope.data
      const home = readHome((await handler.view(listingFold, listingId)).state)
      if (home === undefined) return next(envelope)
      const { shootDayId, date, region } = findShootDay(home, startsAt)
      const photoshootId = derivePhotoshootId(listingId)
      const claimed = await take(envelope, shootDayId, {
        type: 'ClaimShootSlot',
        data: { region, date, photoshootId, startsAt, endsAt: addMinutes(startsAt, home.minutes) },
      })
      if (claimed.kind === 'rejected') return claimed
      const outcome = await next(envelope)
      if (outcome.kind === 'rejected' && !TRANSIENT_CODES.includes(outcome.code))
        await take(envelope, shootDayId, {
          type: 'ReleaseShootSlot',
          data: { photoshootId, startsAt, since: now() },
        })
      return outcome
    }

    const keep: Around<unknown> = async (envelope, next) => {
      const refused = await refusalOf(envelope, next)
      if (refused !== undefined) return refused
      const id = envelope.id ?? ''
      const shoot = (await handler.view(photoshootFold, id)).state
      const held = shoot?.held
      // A repetition finds no hold; it gets its former answer.
      if (shoot === undefined || held == null) return next(envelope)
      // The calendar decides first: if the home is occupied by now, the photographer's time is not kept.
      const claimed = await handler.handle(
        createStep(envelope, `${calendarFold.category}-${shoot.listingId}`, 'ClaimShootNights', {
          type: 'ClaimShootNights',
          data: { listingId: shoot.listingId, slot: held.slot },
        }),
      )
      if (claimed.kind === 'rejected') return claimed
      const kept = await take(envelope, held.shootDayId, {
        type: 'KeepShootSlot',
        data: { photoshootId: id, startsAt: held.slot.startsAt },
      })
      return kept.kind === 'rejected' ? kept : next(envelope)
    }

    return {
      around: { HoldPhotoshootSlot: hold, ConfirmPhotoshoot: keep, ReschedulePhotoshoot: keep },
    }
  }
