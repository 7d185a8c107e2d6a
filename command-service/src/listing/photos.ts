import {
  inOrder,
  PHOTO_LIMITS,
  type Fields,
  type ListingEvent,
  type ListingPhoto,
  type PhotoCommand,
} from '@hearth/contracts/listing'
import type { UsableFile } from '../file/usableFile.ts'
import { accept, reject, type Context, type Decider, type Decision } from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import { isHostOfManaged, onListed, baseFields } from './common.ts'
import type { Listing, ListingState } from './listing.state.ts'

/** Facts for decisions about photos. */
export type PhotoFacts = Readonly<{
  /** The file that the command names; null when the listing has none such. */ file: UsableFile | null
}>

const noPhoto = (pointer: string) =>
  wrongField(pointer, 'This photo doesn’t exist. It may have been removed.')
type Ctx = Context<unknown>
const listIds = (photos: readonly ListingPhoto[]) => photos.map(({ id }) => id)
const isSameOrder = (one: readonly string[], other: readonly string[]) => one.join() === other.join()
const orderIn = (fields: Fields): readonly string[] =>
  Array.isArray(fields['order']) ? fields['order'].map(String) : []

/**
 * Requests these photos in this order from the curators. It replaces an open request: there is at most one
 * for the photos.
 */
const requestPhotos = (
  listing: Listing,
  ctx: Ctx,
  change: (asked: readonly string[]) => readonly string[],
): Decision<ListingEvent> => {
  const now = listIds(listing.photos)
  const [open] = Object.entries(listing.openEdits).filter(([, { section }]) => section === 'photos')
  const asked = open === undefined ? now : orderIn(open[1].after)
  const wanted = change(asked)
  if (isSameOrder(asked, wanted)) return accept([])
  return accept<ListingEvent>([
    ...(open === undefined
      ? []
      : [{ type: 'ListingEditWithdrawn', data: { ...baseFields(listing, ctx), editId: open[0] } } as const]),
    ...(isSameOrder(now, wanted)
      ? []
      : [
          {
            type: 'ListingEditRequested',
            data: {
              ...baseFields(listing, ctx),
              editId: ctx.idFor('edit'),
              section: 'photos',
              before: { order: now },
              after: { order: wanted },
              requestedBy: ctx.actor.id,
            },
          } as const,
        ]),
  ])
}

/** The changes of an approved request: photos that were added since stay, behind the others. */
export const applyPhotoRequest = (
  listing: Listing,
  { before, after }: Readonly<{ before: Fields; after: Fields }>,
  ctx: Ctx,
): readonly ListingEvent[] => {
  const [was, wanted] = [orderIn(before), orderIn(after)]
  const gone = listing.photos.filter(({ id }) => was.includes(id) && !wanted.includes(id))
  const kept = listing.photos.filter((photo) => !gone.includes(photo))
  const order = { before: listIds(kept), after: listIds(inOrder(kept, wanted)) }
  return [
    ...gone.map(
      ({ id: photoId }) =>
        ({
          type: 'PhotoRemoved',
          data: { ...baseFields(listing, ctx), photoId, reason: 'Requested by the host' },
        }) as const,
    ),
    ...(isSameOrder(order.before, order.after)
      ? []
      : [{ type: 'PhotosReordered', data: { ...baseFields(listing, ctx), ...order } } as const]),
  ]
}

const findPhoto = ({ photos }: Listing, photoId: string): ListingPhoto | undefined =>
  photos.find(({ id }) => id === photoId)

/** Why a file can't be a photo of a listing; undefined when it can. */
export const refusePicture = ({ width, height }: UsableFile): string | undefined => {
  if (width === null || height === null) return 'This file isn’t a photo. Use JPEG, PNG, WebP or HEIC.'
  if (width >= PHOTO_LIMITS.width && height >= PHOTO_LIMITS.height) return undefined
  return (
    `A photo must be at least ${PHOTO_LIMITS.width} × ${PHOTO_LIMITS.height} pixels, but this one ` +
    `is ${width} × ${height}. Choose a larger one.`
  )
}

/** The photos' part of the listing's decisions (docs/domain/listing.md#photos). */
export const decidePhotos: Decider<ListingState, PhotoCommand, ListingEvent, PhotoFacts>['decide'] = {
  AddListingPhoto: onListed(({ fileId, caption, room }, listing, ctx) => {
    const { file } = ctx.facts
    if (findPhoto(listing, fileId)) return reject('DUPLICATE', 'This photo has already been added.')
    if (file === null) return wrongField('/fileId', 'isn’t a file of this listing; upload the photo first.')
    const refused = refusePicture(file)
    if (refused !== undefined) return wrongField('/fileId', refused)
    if (listing.photos.length >= PHOTO_LIMITS.count)
      return reject(
        'LIMIT_EXCEEDED',
        `A listing can have up to ${PHOTO_LIMITS.count} photos. Remove one first.`,
      )
    const photo: ListingPhoto = {
      id: fileId,
      width: file.width ?? 0,
      height: file.height ?? 0,
      caption,
      room,
      source: ctx.actor.kind === 'host' ? 'host' : 'professional',
      state: isHostOfManaged(listing, ctx) ? 'pending' : 'published',
    }
    return accept([{ type: 'PhotoAdded', data: { ...baseFields(listing, ctx), photo } }])
  }),
  CaptionListingPhoto: onListed(({ photoId, caption }, listing, ctx) => {
    const photo = findPhoto(listing, photoId)
    if (!photo) return noPhoto('/photoId')
    return accept(
      photo.caption === caption
        ? []
        : [
            {
              type: 'PhotoCaptioned',
              data: { ...baseFields(listing, ctx), photoId, before: photo.caption, after: caption },
            },
          ],
    )
  }),
  SetPhotoRoom: onListed(({ photoId, room }, listing, ctx) => {
    const photo = findPhoto(listing, photoId)
    if (!photo) return noPhoto('/photoId')
    return accept(
      photo.room === room
        ? []
        : [
            {
              type: 'PhotoRoomSet',
              data: { ...baseFields(listing, ctx), photoId, before: photo.room, after: room },
            },
          ],
    )
  }),
  ReorderListingPhotos: onListed(({ order }, listing, ctx) => {
    const unknown = order.findIndex((photoId) => !findPhoto(listing, photoId))
    if (unknown >= 0) return noPhoto(`/order/${unknown}`)
    const [before, after] = [listIds(listing.photos), listIds(inOrder(listing.photos, order))]
    if (isHostOfManaged(listing, ctx))
      return requestPhotos(listing, ctx, (asked) => after.filter((id) => asked.includes(id)))
    return accept(
      isSameOrder(before, after)
        ? []
        : [{ type: 'PhotosReordered', data: { ...baseFields(listing, ctx), before, after } }],
    )
  }),
  RemoveListingPhoto: onListed(({ photoId, reason }, listing, ctx) => {
    const photo = findPhoto(listing, photoId)
    // Removing it again changes nothing.
    if (!photo) return accept([])
    if (photo.state === 'published' && isHostOfManaged(listing, ctx))
      return requestPhotos(listing, ctx, (asked) => asked.filter((id) => id !== photoId))
    return accept([{ type: 'PhotoRemoved', data: { ...baseFields(listing, ctx), photoId, reason } }])
  }),
  PublishListingPhoto: onListed(({ photoId }, listing, ctx) => {
    const photo = findPhoto(listing, photoId)
    if (!photo) return noPhoto('/photoId')
    return accept(
      photo.state === 'published'
        ? []
        : [{ type: 'PhotoPublished', data: { ...baseFields(listing, ctx), photoId } }],
    )
  }),
}
