import type { ListingPhoto } from '@hearth/contracts/listing'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { OWNER } from '../../testing/given.ts'
import type { UsableFile } from '../../file/usableFile.ts'
import { details, facts as listingFacts } from './listingHistory.ts'

export const of = { listingId: 'l', hostAccountId: 'tenant' }

export const [one, two, three] = [deriveId('photo', '1'), deriveId('photo', '2'), deriveId('photo', '3')]

export const photo = (id: string, part: Partial<ListingPhoto> = {}): ListingPhoto => ({
  id,
  width: 3000,
  height: 2000,
  caption: '',
  room: null,
  source: 'host',
  state: 'published',
  ...part,
})

export const started = (feeModel: 'self_managed' | 'full_service' = 'self_managed') =>
  ({ type: 'ListingStarted', data: { ...of, ...details, feeModel } }) as const

export const added = (id: string, part: Partial<ListingPhoto> = {}) =>
  ({ type: 'PhotoAdded', data: { ...of, photo: photo(id, part) } }) as const

export const live = { type: 'ListingPublished', data: of } as const

export const delisted = {
  type: 'ListingDelisted',
  data: { ...of, reason: 'Sold', effectiveOn: '2026-06-12' },
} as const

const facts = { ...listingFacts, account: null, cancellation: {} }

export const with_ = (file: UsableFile | null, actor = OWNER) => ({
  id: 'l',
  actor,
  facts: { ...facts, file },
})

export const situation = with_(null)

export const add = (fileId: string) =>
  ({ type: 'AddListingPhoto', data: { fileId, caption: '', room: null } }) as const

export const reorder = (...order: string[]) => ({ type: 'ReorderListingPhotos', data: { order } }) as const

export const remove = (photoId: string) =>
  ({ type: 'RemoveListingPhoto', data: { photoId, reason: '' } }) as const

export const publish = { type: 'PublishListingPhoto', data: { photoId: one } } as const

export const FULL = { width: 3000, height: 2000 }
