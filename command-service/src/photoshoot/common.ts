import type { OfType } from '@hearth/contracts/kernel/message'
import type {
  Photoshoot,
  PhotoshootCommand,
  PhotoshootEvent,
  PhotoshootState,
  Slot,
} from '@hearth/contracts/photoshoot'
import { accept, reject, type Context, type Decision } from '../runtime/decider.ts'
import type { PhotoshootFacts } from './photoshoot.facts.ts'

export type PhotoshootContext = Context<PhotoshootFacts>
export type Data<T extends PhotoshootCommand['type']> = OfType<PhotoshootCommand, T>['data']
export type Decided = Decision<PhotoshootEvent>

export const done = (...events: readonly PhotoshootEvent[]): Decided => accept<PhotoshootEvent>(events)
export const notNow = (detail: string) => reject('INVALID_TRANSITION', detail)
/** The hold on a slot has expired. */
export const tooLate = (until: string) =>
  reject(
    'WINDOW_CLOSED',
    'Your ten-minute reservation has expired. Choose a time again; it may still be available.',
    { closedAt: until, rule: 'hold_minutes' },
  )
const notFound = reject('NOT_FOUND', 'This photo shoot doesn’t exist.')

/** The fields that every event of a shoot has. */
export const ofShoot = (
  { listingId, hostAccountId }: Pick<Photoshoot, 'listingId' | 'hostAccountId'>,
  { id }: PhotoshootContext,
) => ({ photoshootId: id, listingId, hostAccountId })

export const withShoot =
  <D>(decide: (data: D, shoot: Photoshoot, ctx: PhotoshootContext) => Decided) =>
  (data: D, state: PhotoshootState, ctx: PhotoshootContext): Decided =>
    state === undefined ? notFound : decide(data, state, ctx)

/** Decides a command about an appointment; `statuses` are those in which it is allowed. */
export const withAppointment = <D>(
  statuses: readonly Photoshoot['status'][],
  otherwise: string,
  decide: (
    data: D,
    at: Readonly<{ slot: Slot; shootDayId: string }>,
    shoot: Photoshoot,
    ctx: PhotoshootContext,
  ) => Decided,
) =>
  withShoot((data: D, shoot, ctx) => {
    const { slot, shootDayId, status } = shoot
    return slot === null || shootDayId === null || !statuses.includes(status)
      ? notNow(otherwise)
      : decide(data, { slot, shootDayId }, shoot, ctx)
  })
