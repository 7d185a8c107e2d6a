import type { Instant } from '../../kernel/dates.ts'
import type { OfType } from '../../kernel/message.ts'
import type { PhotoshootEvent } from '../messages.ts'
import type { Photoshoot } from '../photoshoot.ts'
import type { ShootClaim, ShootDayEvent } from '../shootDay.ts'

/** Undefined before the first slot was held. */
export type PhotoshootState = Photoshoot | undefined

type Evolve = {
  readonly [T in PhotoshootEvent['type']]: (
    state: PhotoshootState,
    data: OfType<PhotoshootEvent, T>['data'],
    at: Instant,
  ) => PhotoshootState
}

const change = (state: PhotoshootState, part: (shoot: Photoshoot) => Partial<Photoshoot>): PhotoshootState =>
  state && { ...state, ...part(state) }
const costs = ({ feesMinor }: Photoshoot, { feeMinor }: Readonly<{ feeMinor: number }>) =>
  feesMinor + feeMinor
const NEW = {
  status: 'not_requested',
  held: null,
  slot: null,
  shootDayId: null,
  accessMethod: null,
  deliverBy: null,
  images: [],
  deliveredAt: null,
  approvedAt: null,
  reshoots: 0,
  reshootFree: false,
  feesMinor: 0,
} as const satisfies Partial<Photoshoot>

/** The photo shoot after each event. */
export const evolvePhotoshoot: Evolve = {
  PhotoshootSlotHeld: (
    state,
    { listingId, hostAccountId, region, imagesDue, currency, slot, shootDayId, until },
  ) => ({
    ...(state ?? { ...NEW, images: [] }),
    listingId,
    hostAccountId,
    region,
    imagesDue,
    currency,
    held: { slot, shootDayId, until },
  }),
  PhotoshootSlotReleased: (state) => change(state, () => ({ held: null })),
  PhotoshootScheduled: (state, { slot, shootDayId, accessMethod }) =>
    change(state, () => ({ status: 'scheduled', slot, shootDayId, accessMethod, held: null })),
  PhotoshootRescheduled: (state, data) =>
    change(state, (shoot) => ({
      slot: data.slot,
      shootDayId: data.shootDayId,
      held: null,
      feesMinor: costs(shoot, data),
    })),
  PhotoshootCancelled: (state, data) =>
    change(state, (shoot) => ({
      status: 'cancelled',
      slot: null,
      shootDayId: null,
      feesMinor: costs(shoot, data),
    })),
  PhotoshootNoShowRecorded: (state, data) =>
    change(state, (shoot) => ({
      status: 'no_show',
      slot: null,
      shootDayId: null,
      feesMinor: costs(shoot, data),
    })),
  PhotoshootStarted: (state) => change(state, () => ({ status: 'in_progress' })),
  PhotoshootShot: (state, { deliverBy }) => change(state, () => ({ status: 'shot', deliverBy })),
  PhotoshootImagesDelivered: (state, data, deliveredAt) =>
    change(state, (shoot) => ({
      status: 'delivered',
      images: data.images,
      deliveredAt,
      feesMinor: costs(shoot, data),
    })),
  PhotoshootImagesApproved: (state, { images }, approvedAt) =>
    change(state, () => ({ status: 'approved', images, approvedAt })),
  PhotoshootReshootRequested: (state, { free }) =>
    change(state, ({ reshoots }) => ({
      status: 'reshoot_requested',
      reshoots: reshoots + 1,
      reshootFree: free,
      slot: null,
      shootDayId: null,
      deliverBy: null,
    })),
}

type Claims = Readonly<{ claims: readonly ShootClaim[] }>
const without = <S extends Claims>(
  state: S,
  { photoshootId, startsAt }: Pick<ShootClaim, 'photoshootId' | 'startsAt'>,
) => state.claims.filter((claim) => claim.photoshootId !== photoshootId || claim.startsAt !== startsAt)

/** A photographer's day after each event. */
export const evolveShootDay = {
  ShootSlotClaimed: <S extends Claims>(
    state: S,
    { photoshootId, startsAt, endsAt, until }: OfType<ShootDayEvent, 'ShootSlotClaimed'>['data'],
  ) => ({
    ...state,
    claims: [
      ...without(state, { photoshootId, startsAt }),
      { photoshootId, startsAt, endsAt, until, madeUntil: until },
    ],
  }),
  ShootSlotKept: <S extends Claims>(
    state: S,
    { photoshootId, startsAt }: OfType<ShootDayEvent, 'ShootSlotKept'>['data'],
  ) => ({
    ...state,
    claims: state.claims.map((claim) =>
      claim.photoshootId === photoshootId && claim.startsAt === startsAt ? { ...claim, until: null } : claim,
    ),
  }),
  ShootSlotReleased: <S extends Claims>(
    state: S,
    data: OfType<ShootDayEvent, 'ShootSlotReleased'>['data'],
  ) => ({ ...state, claims: without(state, data) }),
}
