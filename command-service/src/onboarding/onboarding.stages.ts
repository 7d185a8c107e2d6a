import type { Contact, OnboardingCommand } from '@hearth/contracts/onboarding'
import { contentOf, listingFold } from '../listing/listing.state.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { refuse } from '../runtime/outcome.ts'
import type { Around, Stages } from '../runtime/pipeline.ts'
import type { CodeLimit, ContactLimits } from './contactLimits.ts'
import { onboardingFold } from './onboarding.state.ts'

export type OnboardingStagePorts = Readonly<{ contactLimits: Pick<ContactLimits, 'take' | 'giveBack'> }>

const DETAILS: Readonly<Record<CodeLimit, string>> = {
  account: 'Your account has requested as many codes as it can within 24 hours. Try again tomorrow.',
  number: 'This number has been sent as many codes as it can get within 24 hours. Try again tomorrow.',
  network: 'Too many codes have been requested from your network within 24 hours. Try again tomorrow.',
}

/** A code is a text message to a number that a host typed, so it counts against several limits. */
export const createOnboardingStages =
  ({ contactLimits }: OnboardingStagePorts) =>
  (handler: CommandHandler): Stages<OnboardingCommand> => {
    const limitCodes: Around<Readonly<{ contact: Contact }>> = async (envelope, next) => {
      const target = await handler.locate(envelope)
      if (target.kind === 'rejected') return target
      const [{ commands }, { state }] = await Promise.all([
        handler.view(onboardingFold, target.id, 0),
        handler.view(listingFold, target.id, 0),
      ])
      const phone =
        state.status === 'none' ? undefined : contentOf(state).contact?.[envelope.data.contact]?.phone
      if (phone === undefined || commands.has(envelope.commandId)) return next(envelope)
      const request = { hostAccountId: target.tenantId, phone, address: envelope.where?.ip }
      const exceeded = await contactLimits.take(request)
      if (exceeded !== undefined) return refuse('LIMIT_EXCEEDED', DETAILS[exceeded], { limit: exceeded })
      const outcome = await next(envelope)
      if (outcome.kind === 'rejected' || !outcome.events.includes('ContactCodeSent'))
        await contactLimits.giveBack(request)
      return outcome
    }
    return { around: { SendContactCode: limitCodes } }
  }
