import { inOrder, PHOTO_LIMITS, type ListingPhoto, type PhotoCommand, type PhotoEvent } from '@hearth/contracts/listing'
import { accept, reject, type Decider, type UsableFile } from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import { isHostOfManaged, kept, ofListing } from './common.ts'
import type { Listing, ListingState } from './listing.state.ts'

/** What the decision about a photo rests on besides the listing. */
export type PhotoFacts = Readonly<{ /** The file that the command names; null when the listing has none such. */ file: UsableFile | null }>

const noPhoto = (pointer: string) => wrongField(pointer, 'This listing has no such photo; somebody may have removed it.')
const ofCurator = (what: string) => reject('POLICY_VIOLATION', `Our curators ${what} a live listing under full service; tell them what you wish. You may add photos and write captions.`, { rule: 'curated' })

const photoOf = ({ photos }: Listing, photoId: string): ListingPhoto | undefined => photos.find(({ id }) => id === photoId)

/** Why a file cannot be a photo of a listing; undefined: it can. */
export const refusePicture = ({ width, height }: UsableFile): string | undefined => {
  if (width === null || height === null) return 'This file is no picture; send a JPEG, PNG, WebP or HEIC.'
  if (width >= PHOTO_LIMITS.width && height >= PHOTO_LIMITS.height) return undefined
  return `A photo must be at least ${PHOTO_LIMITS.width} pixels wide and ${PHOTO_LIMITS.height} high; this one is ${width} × ${height}. Send a larger one.`
}

/** The photos' part of the listing's decisions (domain.md §2.3, §2.21). */
export const decidePhotos: Decider<ListingState, PhotoCommand, PhotoEvent, PhotoFacts>['decide'] = {
  AddListingPhoto: kept(({ fileId, caption, room }, listing, ctx) => {
    const { file } = ctx.facts
    if (photoOf(listing, fileId)) return reject('DUPLICATE', 'This photo is there already.')
    if (file === null) return wrongField('/fileId', 'is no file of this listing; upload the photo first.')
    const refused = refusePicture(file)
    if (refused !== undefined) return wrongField('/fileId', refused)
    if (listing.photos.length >= PHOTO_LIMITS.count) return reject('LIMIT_EXCEEDED', `A listing has at most ${PHOTO_LIMITS.count} photos; remove one first.`)
    const photo: ListingPhoto = {
      id: fileId, width: file.width ?? 0, height: file.height ?? 0, caption, room,
      source: ctx.actor.kind === 'host' ? 'host' : 'professional',
      state: isHostOfManaged(listing, ctx) ? 'pending' : 'published',
    }
    return accept([{ type: 'PhotoAdded', data: { ...ofListing(listing, ctx), photo } }])
  }),
  CaptionListingPhoto: kept(({ photoId, caption }, listing, ctx) => {
    const photo = photoOf(listing, photoId)
    if (!photo) return noPhoto('/photoId')
    return accept(photo.caption === caption ? [] : [{ type: 'PhotoCaptioned', data: { ...ofListing(listing, ctx), photoId, before: photo.caption, after: caption } }])
  }),
  SetPhotoRoom: kept(({ photoId, room }, listing, ctx) => {
    const photo = photoOf(listing, photoId)
    if (!photo) return noPhoto('/photoId')
    return accept(photo.room === room ? [] : [{ type: 'PhotoRoomSet', data: { ...ofListing(listing, ctx), photoId, before: photo.room, after: room } }])
  }),
  ReorderListingPhotos: kept(({ order }, listing, ctx) => {
    const unknown = order.findIndex((photoId) => !photoOf(listing, photoId))
    if (unknown >= 0) return noPhoto(`/order/${unknown}`)
    const before = listing.photos.map(({ id }) => id)
    const after = inOrder(listing.photos, order).map(({ id }) => id)
    if (before.join() === after.join()) return accept([])
    return isHostOfManaged(listing, ctx) ? ofCurator('order the photos of') : accept([{ type: 'PhotosReordered', data: { ...ofListing(listing, ctx), before, after } }])
  }),
  RemoveListingPhoto: kept(({ photoId, reason }, listing, ctx) => {
    const photo = photoOf(listing, photoId)
    // Gone is gone: whoever removes it once more finds it done.
    if (!photo) return accept([])
    if (photo.state === 'published' && isHostOfManaged(listing, ctx)) return ofCurator('remove photos from')
    return accept([{ type: 'PhotoRemoved', data: { ...ofListing(listing, ctx), photoId, reason } }])
  }),
  PublishListingPhoto: kept(({ photoId }, listing, ctx) => {
    const photo = photoOf(listing, photoId)
    if (!photo) return noPhoto('/photoId')
    return accept(photo.state === 'published' ? [] : [{ type: 'PhotoPublished', data: { ...ofListing(listing, ctx), photoId } }])
  }),
}
