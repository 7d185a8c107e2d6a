import { z } from 'zod'
import {
  OF_ACCOUNT,
  type CommandDefinitions,
  type EventDefinitions,
  type EventsOf,
  type CommandsOf,
} from '../kernel/message.ts'
import { zId } from '../kernel/ids.ts'
import { zLine, zText } from '../kernel/text.ts'

/**
 * What a listing's photo must be (docs/domain/listing.md#photos): pixels at least, and how many a listing may
 * have.
 */
export const PHOTO_LIMITS = { width: 1024, height: 683, count: 100 } as const

const COMMON_ROOMS = [
  'living_room',
  'kitchen',
  'dining_room',
  'bathroom',
  'workspace',
  'entrance',
  'outdoor',
  'building',
  'view',
  'neighbourhood',
] as const
const BEDROOMS = Array.from({ length: 20 }, (_, index) => `bedroom_${index + 1}` as const)
/** What a photo shows; bedrooms by their number, as many as a listing may have. */
export const PHOTO_ROOMS = [...BEDROOMS, ...COMMON_ROOMS] as const
export const zPhotoRoom = z.enum(PHOTO_ROOMS)
export type PhotoRoom = z.infer<typeof zPhotoRoom>

/** `pending`: a host's own picture of a live full-service listing until the curator takes it. Pixels. */
export const zListingPhoto = z.strictObject({
  /** Of the uploaded file: `GET /api/files/{id}/{size}`. */
  id: z.string(),
  width: z.int(),
  height: z.int(),
  caption: z.string(),
  room: zPhotoRoom.nullable(),
  source: z.enum(['professional', 'host']),
  state: z.enum(['published', 'pending']),
})
export type ListingPhoto = z.infer<typeof zListingPhoto>

const ofListing = { listingId: z.string(), hostAccountId: z.string() }
const ofPhoto = { ...ofListing, photoId: z.string() }
const zCaption = zLine(0, 80)

/** The photos' part of the listing's events. */
export const photoEvents = {
  PhotoAdded: { version: 1, schema: z.strictObject({ ...ofListing, photo: zListingPhoto }) },
  PhotoPublished: { version: 1, schema: z.strictObject({ ...ofPhoto }) },
  PhotoCaptioned: {
    version: 1,
    schema: z.strictObject({ ...ofPhoto, before: z.string(), after: z.string() }),
  },
  PhotoRoomSet: {
    version: 1,
    schema: z.strictObject({ ...ofPhoto, before: zPhotoRoom.nullable(), after: zPhotoRoom.nullable() }),
  },
  PhotosReordered: {
    version: 1,
    schema: z.strictObject({ ...ofListing, before: z.array(z.string()), after: z.array(z.string()) }),
  },
  PhotoRemoved: {
    version: 1,
    schema: z.strictObject({ ...ofPhoto, reason: z.string() }),
    personal: { reason: OF_ACCOUNT },
  },
} as const satisfies EventDefinitions

const listingVerb = (verb: string) =>
  ({ route: { collection: 'listings', verb }, capability: 'listing.write', ifMatch: 'optional' }) as const

/** The photos' part of the listing's commands. */
export const photoCommands = {
  AddListingPhoto: {
    ...listingVerb('add-photo'),
    schema: z.strictObject({
      fileId: zId,
      caption: zCaption.default(''),
      room: zPhotoRoom.nullable().default(null),
    }),
  },
  CaptionListingPhoto: {
    ...listingVerb('caption-photo'),
    schema: z.strictObject({ photoId: zId, caption: zCaption }),
  },
  SetPhotoRoom: {
    ...listingVerb('set-photo-room'),
    schema: z.strictObject({ photoId: zId, room: zPhotoRoom.nullable() }),
  },
  /** Photos that it does not name, because another person added them meanwhile, go to the end. */
  ReorderListingPhotos: {
    ...listingVerb('reorder-photos'),
    schema: z.strictObject({
      order: z
        .array(zId)
        .min(1)
        .max(PHOTO_LIMITS.count)
        .refine((order) => new Set(order).size === order.length, 'must name each photo once'),
    }),
  },
  RemoveListingPhoto: {
    ...listingVerb('remove-photo'),
    schema: z.strictObject({ photoId: zId, reason: zText(0, 300).default('') }),
  },
  /** The curator takes a host's picture of a live full-service listing. */
  PublishListingPhoto: {
    ...listingVerb('publish-photo'),
    capability: 'listing.curate',
    schema: z.strictObject({ photoId: zId }),
  },
} as const satisfies CommandDefinitions

export type PhotoEvent = EventsOf<
  Readonly<{ category: 'listing'; events: typeof photoEvents; commands: typeof photoCommands }>
>
export type PhotoCommand = CommandsOf<
  Readonly<{ category: 'listing'; events: typeof photoEvents; commands: typeof photoCommands }>
>
