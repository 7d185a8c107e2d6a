import { randomBytes } from 'node:crypto'
import { deriveId } from '@hearth/contracts/kernel/ids'
import {
  zGuestReview,
  zHostReview,
  type GuestReview,
  type HostReview,
  type ReviewSide,
} from '@hearth/contracts/review'
import { decrypt, encrypt } from '@hearth/platform/sealing/cipher'
import type { Vault } from '../vault/vault.ts'

/** Which pair a sealed review belongs to. The key ends with the guest’s data. */
export type Pair = Readonly<{ tenantId: string; bookingId: string; guestRef: string }>

const KEY_BYTES = 32
/** Reviews are padded, so that the length of a sealed one says nothing. */
const BLOCK_BYTES = 2_048

const formatContext = ({ bookingId }: Pair, side: ReviewSide) => `review/${bookingId}/${side}`

const pad = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'utf8')
  return Buffer.concat([bytes, Buffer.alloc(BLOCK_BYTES - (bytes.length % BLOCK_BYTES), ' ')])
}

/**
 * Encrypts each side of a pair with the pair’s own key, which no other part of the system reads: what one side
 * wrote is in no event, row, log or answer before `ReviewsRevealed` (docs/domain/review.md#sealing).
 */
export const createReviewSealer = ({ keep, open }: Pick<Vault, 'keep' | 'open'>) => {
  const findKey = async ({ tenantId, bookingId }: Pair): Promise<Buffer | undefined> => {
    const key = await open(tenantId, deriveId('review-key', bookingId))
    return key === undefined ? undefined : Buffer.from(key, 'base64')
  }
  /** Of two that are created at the same time, the vault keeps the first. */
  const obtainKey = async (pair: Pair): Promise<Buffer> => {
    const known = await findKey(pair)
    if (known !== undefined) return known
    await keep({
      id: deriveId('review-key', pair.bookingId),
      tenantId: pair.tenantId,
      subjectId: pair.guestRef,
      kind: 'review_key',
      content: randomBytes(KEY_BYTES).toString('base64'),
      last4: '',
    })
    const key = await findKey(pair)
    if (key === undefined) throw new Error('A review key was erased while it was being created')
    return key
  }
  const unseal = async (pair: Pair, side: ReviewSide, sealed: string): Promise<unknown> => {
    const key = await findKey(pair)
    return key === undefined
      ? null
      : JSON.parse(decrypt(key, Buffer.from(sealed, 'base64'), formatContext(pair, side)).toString('utf8'))
  }
  return {
    seal: async (pair: Pair, side: ReviewSide, content: GuestReview | HostReview): Promise<string> =>
      encrypt(await obtainKey(pair), pad(JSON.stringify(content)), formatContext(pair, side)).toString(
        'base64',
      ),
    /** Null for a side that has not written, or whose guest is erased. */
    openHost: async (pair: Pair, sealed: string | null): Promise<HostReview | null> =>
      sealed === null ? null : zHostReview.nullable().parse(await unseal(pair, 'host', sealed)),
    openGuest: async (pair: Pair, sealed: string | null): Promise<GuestReview | null> =>
      sealed === null ? null : zGuestReview.nullable().parse(await unseal(pair, 'guest', sealed)),
  }
}
export type ReviewSealer = ReturnType<typeof createReviewSealer>
