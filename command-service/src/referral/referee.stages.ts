import { deriveReferralId, type RefereeCommand } from '@hearth/contracts/referral'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { refuse } from '../runtime/outcome.ts'
import type { Around, Stages } from '../runtime/pipeline.ts'
import { completeAcceptance } from './completeAcceptance.ts'
import { WRONG_CODE } from './referee.decider.ts'

/** Attempts at codes are counted as those at sign-in are; the seconds to wait are 0 while there are some left. */
export type GuessLimits = Readonly<{
  take: (hostAccountId: string, address: string | undefined) => Promise<number>
  clear: (hostAccountId: string, address: string | undefined) => Promise<void>
}>
export type RefereeStagePorts = Readonly<{ guesses: GuessLimits }>

type Accepting = Extract<RefereeCommand, { type: 'AcceptReferral' }>['data']

/**
 * A code is accepted in two steps: the account takes it, then the invitation is taken. Where another account
 * has the invitation, this one is free again (docs/domain/referral.md#acceptance).
 */
const createAcceptReferral =
  ({ guesses }: RefereeStagePorts, handler: CommandHandler): Around<Accepting> =>
  async (envelope, next) => {
    const target = await handler.locate(envelope)
    if (target.kind === 'rejected') return target
    const address = envelope.where?.ip
    const wait = await guesses.take(target.id, address)
    if (wait > 0)
      return refuse('RATE_LIMITED', 'Too many codes were tried. Wait a while, then try again.', {
        retryAfterSeconds: wait,
      })
    const outcome = await next(envelope)
    if (outcome.kind === 'rejected') return outcome
    const referralId = deriveReferralId(envelope.data.code)
    const done = await completeAcceptance(handler.handle, target.id, referralId, envelope)
    if (done.kind === 'rejected')
      return done.code === 'INVALID_TRANSITION' ? refuse('NOT_FOUND', WRONG_CODE) : done
    await guesses.clear(target.id, address)
    return done.commit > outcome.commit ? { ...outcome, commit: done.commit } : outcome
  }

export const createRefereeStages =
  (ports: RefereeStagePorts) =>
  (handler: CommandHandler): Stages<RefereeCommand> => ({
    around: { AcceptReferral: createAcceptReferral(ports, handler) },
  })
