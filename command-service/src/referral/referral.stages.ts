import { formatStream } from '@hearth/contracts/kernel/message'
import type { ReferralCommand } from '@hearth/contracts/referral'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { createStep } from '../runtime/internal.ts'
import type { Around, Stages } from '../runtime/pipeline.ts'

export type ReferralStagePorts = Readonly<{
  /** Keyed, so that the address cannot be found by trying. */
  hashEmail: (email: string) => string
}>

type Inviting = Extract<ReferralCommand, { type: 'CreateReferralInvite' }>['data']

/**
 * An invitation is reserved in the stream of the account before it is made
 * (docs/domain/referral.md#limits). A request that ends between the two steps keeps its place until the
 * invitation would have expired; repeating it makes the invitation.
 */
const createInvite =
  ({ hashEmail }: ReferralStagePorts, handler: CommandHandler): Around<Inviting> =>
  async (envelope, next) => {
    const target = await handler.locate(envelope)
    if (target.kind === 'rejected') return target
    // Nothing is reserved for what would be refused anyway; a repetition goes on to its first answer.
    const refused = await handler.check(envelope, target, ['PRECONDITION_FAILED', 'DUPLICATE'])
    if (refused !== undefined) return refused
    const { id: referralId, tenantId } = target
    const { email } = envelope.data
    const reserved = await handler.handle(
      createStep(envelope, formatStream('referrer', tenantId), 'reserve', {
        type: 'ReserveReferralInvite',
        id: tenantId,
        data: { referralId, emailHash: email === null ? null : hashEmail(email) },
      }),
    )
    return reserved.kind === 'rejected' ? reserved : next(envelope)
  }

export const createReferralStages =
  (ports: ReferralStagePorts) =>
  (handler: CommandHandler): Stages<ReferralCommand> => ({
    around: { CreateReferralInvite: createInvite(ports, handler) },
  })
