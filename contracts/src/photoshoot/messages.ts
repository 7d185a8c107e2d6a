import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import { defineAggregate, type CommandsOf, type EventsOf, OF_ACCOUNT } from '../kernel/message.ts'
import { zCurrency, zMinorAmount } from '../kernel/money.ts'
import { zLine, zText } from '../kernel/text.ts'
import { zPhone } from '../listing/sections/fields.ts'
import { derivePhotoshootId, PREPARATION, zAccess, zShotImage, zSlot } from './photoshoot.ts'

/** Images of one delivery. */
export const MAX_IMAGES = 80

const of = { photoshootId: z.string(), listingId: z.string(), hostAccountId: z.string() }
const at = { ...of, slot: zSlot, shootDayId: z.string() }
/** What it costs the host; 0 where it is free. Minor units of the listing's currency. */
const fee = { feeMinor: zMinorAmount, currency: zCurrency }
const reason = zText(3, 300)

const on = (verb: string) => ({ collection: 'photoshoots', verb }) as const
const byHost = { ifMatch: 'optional', capability: 'photoshoot.write' } as const
const byStaff = { ifMatch: 'optional', capability: 'photoshoot.run' } as const

/**
 * The photo shoot of a listing: appointment, images, their approval, and what it costs
 * (docs/domain/photoshoot.md). One stream per listing: `derivePhotoshootId`.
 */
export const photoshoot = defineAggregate({
  category: 'photoshoot',
  identify: (_tenantId, _type, { listingId }) => derivePhotoshootId(String(listingId)),
  events: {
    PhotoshootSlotHeld: {
      version: 1,
      schema: z.strictObject({
        ...at,
        region: z.string(),
        until: zInstant,
        imagesDue: z.int(),
        currency: zCurrency,
      }),
    },
    PhotoshootSlotReleased: {
      version: 1,
      schema: z.strictObject({ ...at, cause: z.enum(['expired', 'given_up', 'replaced']) }),
    },
    PhotoshootScheduled: {
      version: 1,
      schema: z.strictObject({
        ...at,
        accessMethod: zAccess.shape.method,
        accessNote: z.string().nullable(),
        contactPhone: z.string(),
      }),
      personal: { accessNote: 'hostAccountId', contactPhone: 'hostAccountId' },
    },
    PhotoshootRescheduled: {
      version: 1,
      schema: z.strictObject({ ...at, from: zSlot, fromShootDayId: z.string(), ...fee }),
    },
    PhotoshootCancelled: {
      version: 1,
      schema: z.strictObject({ ...at, by: z.enum(['host', 'hearth']), reason: z.string(), ...fee }),
      personal: { reason: OF_ACCOUNT },
    },
    PhotoshootNoShowRecorded: {
      version: 1,
      schema: z.strictObject({ ...at, reason: z.string(), ...fee }),
      personal: { reason: OF_ACCOUNT },
    },
    PhotoshootStarted: { version: 1, schema: z.strictObject(at) },
    PhotoshootShot: { version: 1, schema: z.strictObject({ ...at, deliverBy: zInstant }) },
    /** The fee of a first shoot falls due with its images. */
    PhotoshootImagesDelivered: {
      version: 1,
      schema: z.strictObject({ ...of, images: z.array(zShotImage), ...fee }),
    },
    PhotoshootImagesApproved: { version: 1, schema: z.strictObject({ ...of, images: z.array(zShotImage) }) },
    PhotoshootReshootRequested: {
      version: 1,
      schema: z.strictObject({
        ...of,
        fileIds: z.array(z.string()),
        cause: z.enum(['quality', 'other']),
        why: z.string(),
        free: z.boolean(),
      }),
      personal: { why: OF_ACCOUNT },
    },
  },
  commands: {
    /**
     * Holds the slot that begins then for ten minutes. It replaces another one that is held.
     * NIGHTS_UNAVAILABLE: another host has it, or guests are there; DUPLICATE: it is the appointment already.
     */
    HoldPhotoshootSlot: {
      ...byHost,
      ifMatch: 'none',
      stream: { by: 'creation', account: 'caller', listing: { field: 'listingId' } },
      route: { collection: 'photoshoots' },
      schema: z.strictObject({ listingId: zId, startsAt: zInstant }),
    },
    ReleasePhotoshootSlot: { ...byHost, schema: z.strictObject({}), route: on('release-slot') },
    /** WINDOW_CLOSED once the ten minutes are over. */
    ConfirmPhotoshoot: {
      ...byHost,
      schema: z.strictObject({
        access: zAccess,
        contactPhone: zPhone,
        checklistAccepted: z
          .array(z.enum(PREPARATION))
          .length(PREPARATION.length)
          .refine((items) => new Set(items).size === items.length, 'must name each item once'),
      }),
      route: on('confirm'),
    },
    /**
     * To the slot that is held. Free until 24 hours before; `feeMinor` is what the host saw, QUOTE_STALE when
     * it is another by now.
     */
    ReschedulePhotoshoot: {
      ...byHost,
      schema: z.strictObject({ feeMinor: zMinorAmount }),
      route: on('reschedule'),
    },
    CancelPhotoshoot: {
      ...byHost,
      schema: z.strictObject({ reason, feeMinor: zMinorAmount }),
      route: on('cancel'),
    },
    RecordPhotoshootNoShow: { ...byStaff, schema: z.strictObject({ reason }), route: on('record-no-show') },
    StartPhotoshoot: { ...byStaff, schema: z.strictObject({}), route: on('start') },
    MarkPhotoshootShot: { ...byStaff, schema: z.strictObject({}), route: on('mark-shot') },
    /** Uploaded files of the account, at least as many as are due. */
    DeliverPhotoshootImages: {
      ...byStaff,
      schema: z.strictObject({
        images: z
          .array(z.strictObject({ fileId: zId, caption: zLine(1, 80).nullable().default(null) }))
          .min(1)
          .max(MAX_IMAGES),
      }),
      route: on('deliver-images'),
    },
    ApprovePhotoshootImages: { ...byHost, schema: z.strictObject({}), route: on('approve-images') },
    /** The first for quality is free; another one is booked like a first shoot. */
    RequestReshoot: {
      ...byHost,
      schema: z.strictObject({
        fileIds: z.array(zId).min(1).max(MAX_IMAGES),
        cause: z.enum(['quality', 'other']),
        why: zText(10, 500),
      }),
      route: on('request-reshoot'),
    },
    ExpirePhotoshootHold: {
      ...byHost,
      ifMatch: 'none',
      schema: z.strictObject({ listingId: zId, startsAt: zInstant, until: zInstant }),
    },
  },
})
export type PhotoshootEvent = EventsOf<typeof photoshoot>
export type PhotoshootCommand = CommandsOf<typeof photoshoot>
