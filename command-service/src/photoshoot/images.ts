import { shootFeeMinor } from '@hearth/contracts/photoshoot'
import { reject } from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import { done, notNow, ofShoot, withShoot, type Data } from './common.ts'

/** Delivered images, and the host's decision about them (docs/domain/photoshoot.md#images-and-fees). */
export const decideImages = {
  DeliverPhotoshootImages: withShoot(({ images }: Data<'DeliverPhotoshootImages'>, shoot, ctx) => {
    if (shoot.status !== 'shot')
      return notNow(
        shoot.status === 'delivered' || shoot.status === 'approved'
          ? 'The photos have already been delivered.'
          : 'The home hasn’t been photographed yet.',
      )
    if (images.length < shoot.imagesDue)
      return wrongField(
        '/images',
        `must be ${shoot.imagesDue} or more for a home of this size (now ${images.length})`,
      )
    if (new Set(images.map(({ fileId }) => fileId)).size !== images.length)
      return wrongField('/images', 'must name each file once')
    const {
      unusable: [first, ...others],
      home,
    } = ctx.facts
    // Approved images are added to the listing automatically. One that can't be is refused now, while the
    // photographer can still send another.
    if (first !== undefined)
      return reject('VALIDATION_FAILED', first.detail, {
        errors: [first, ...others].map(({ index, detail }) => ({
          pointer: `/images/${index}/fileId`,
          detail,
        })),
      })
    const feeMinor = shootFeeMinor(home?.feeModel ?? 'full_service', shoot)
    return done({
      type: 'PhotoshootImagesDelivered',
      data: { ...ofShoot(shoot, ctx), images: [...images], feeMinor, currency: shoot.currency },
    })
  }),
  ApprovePhotoshootImages: withShoot((_data: Data<'ApprovePhotoshootImages'>, shoot, ctx) => {
    if (shoot.status === 'approved') return done()
    return shoot.status === 'delivered'
      ? done({ type: 'PhotoshootImagesApproved', data: { ...ofShoot(shoot, ctx), images: shoot.images } })
      : notNow('No photos have been delivered yet.')
  }),
  RequestReshoot: withShoot(({ fileIds, cause, why }: Data<'RequestReshoot'>, shoot, ctx) => {
    if (shoot.status !== 'delivered')
      return notNow('You can only request a reshoot of delivered photos that haven’t been accepted.')
    const stranger = fileIds.findIndex((id) => !shoot.images.some(({ fileId }) => fileId === id))
    if (stranger >= 0) return wrongField(`/fileIds/${stranger}`, 'isn’t one of the delivered photos')
    return done({
      type: 'PhotoshootReshootRequested',
      data: {
        ...ofShoot(shoot, ctx),
        fileIds: [...fileIds],
        cause,
        why,
        free: cause === 'quality' && shoot.reshoots === 0,
      },
    })
  }),
}
