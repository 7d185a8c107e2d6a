import { z } from 'zod'
import { zInstant, zLocalDate, type LocalDate } from '../kernel/dates.ts'
import { deriveId, zId, type Id } from '../kernel/ids.ts'
import { defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { defineResource } from '../kernel/resource.ts'
import { zCode } from '../kernel/text.ts'
import { HOLD_MINUTES } from './photoshoot.ts'

/** One photographer's day: the stream that decides who gets a slot. */
export const deriveShootDayId = (region: string, date: LocalDate): Id => deriveId('shoot-day', region, date)

/**
 * A claim outlives the host's hold by two minutes, so that a confirmation in the last second still has its
 * slot.
 */
export const CLAIM_MINUTES = HOLD_MINUTES + 2

const claim = { photoshootId: z.string(), startsAt: zInstant }
const of = { shootDayId: z.string(), region: z.string(), date: zLocalDate }
const internal = {
  capability: 'photoshoot.run',
  ifMatch: 'none',
  stream: { by: 'platform', id: zId },
} as const

/**
 * The day of a region's photographer; belongs to no account and contains no names
 * (docs/domain/photoshoot.md#slots).
 */
export const shootDay = defineAggregate({
  category: 'shootDay',
  events: {
    /** `until`: it is free again then unless it is kept. */
    ShootSlotClaimed: {
      version: 1,
      schema: z.strictObject({ ...of, ...claim, endsAt: zInstant, until: zInstant }),
    },
    ShootSlotKept: { version: 1, schema: z.strictObject({ shootDayId: z.string(), ...claim }) },
    ShootSlotReleased: { version: 1, schema: z.strictObject({ shootDayId: z.string(), ...claim }) },
  },
  commands: {
    ClaimShootSlot: {
      ...internal,
      schema: z.strictObject({
        region: zCode(20),
        date: zLocalDate,
        photoshootId: zId,
        startsAt: zInstant,
        endsAt: zInstant,
      }),
    },
    KeepShootSlot: { ...internal, schema: z.strictObject({ photoshootId: zId, startsAt: zInstant }) },
    /** A claim that was made again after `since` stays. */
    ReleaseShootSlot: {
      ...internal,
      schema: z.strictObject({ photoshootId: zId, startsAt: zInstant, since: zInstant }),
    },
  },
})
export type ShootDayEvent = EventsOf<typeof shootDay>
export type ShootDayCommand = CommandsOf<typeof shootDay>

/** A claim on the photographer's time. `until` null: for good. */
export const zShootClaim = z.strictObject({
  photoshootId: z.string(),
  startsAt: zInstant,
  endsAt: zInstant,
  until: zInstant.nullable(),
  /** The end that it was made with, from which its creation time follows. */
  madeUntil: zInstant,
})
export type ShootClaim = z.infer<typeof zShootClaim>

export const zShootDayRow = z.strictObject({
  id: z.string(),
  region: z.string(),
  date: zLocalDate,
  claims: z.array(zShootClaim),
})
export type ShootDayRow = z.infer<typeof zShootDayRow>

/** Photographers' days, for staff. */
export const shootDays = defineResource({
  name: 'shoot-days',
  table: 'shoot_day',
  row: zShootDayRow,
  capability: 'photoshoot.run',
  visibility: {
    id: 'open',
    region: 'open',
    date: 'open',
    claims: 'open',
  },
  scope: 'platform',
  sort: ['date', 'region'],
  defaultSort: ['date', 'ASC'],
  filter: { region: 'equals', date: 'range' },
})
