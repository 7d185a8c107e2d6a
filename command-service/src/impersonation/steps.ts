import type { ImpersonationCommand } from '@hearth/contracts/impersonation'
import { AppProblem } from '@hearth/platform/http/appProblem'
import type { Principal, Principals } from '@hearth/platform/session/principal'
import { z } from 'zod'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Done, Envelope, Outcome } from '../runtime/outcome.ts'
import type { HostCodes } from './hostCodes.ts'
import { impersonationFold, type ImpersonationState } from './impersonation.state.ts'
import type { ImpersonationSessions } from './sessions.ts'

export type ImpersonationParts = Readonly<{
  handle: (envelope: Envelope) => Promise<Outcome>
  handler: Pick<CommandHandler, 'view'>
  sessions: ImpersonationSessions
  hostCodes: HostCodes
  principals: Principals
}>

type Request = Readonly<{ principal: Principal; correlationId: string; traceparent?: string }>

export const zEmpty = z.strictObject({})

export const requireSessionId = ({ sessionId }: Principal): string => {
  if (sessionId === undefined) throw new AppProblem('FORBIDDEN', 'Only people can impersonate a host.')
  return sessionId
}

/** Sends a command of the impersonation `id` for the person who made the request. */
export const sendStep = async (
  { handle }: Pick<ImpersonationParts, 'handle'>,
  { type, data }: ImpersonationCommand,
  id: string,
  commandId: string,
  { principal, correlationId, traceparent }: Request,
): Promise<Done> => {
  const outcome = await handle({
    type,
    data,
    id,
    commandId,
    principal,
    correlationId,
    ...(traceparent === undefined ? {} : { traceparent }),
    internal: true,
  })
  if (outcome.kind === 'rejected') throw new AppProblem(outcome.code, outcome.detail, outcome.facts)
  return outcome
}

export const readState = async (
  { handler }: Pick<ImpersonationParts, 'handler'>,
  id: string,
): Promise<ImpersonationState> => (await handler.view(impersonationFold, id, 0)).state

export const readActiveState = async (
  parts: Pick<ImpersonationParts, 'handler'>,
  id: string,
): Promise<Extract<ImpersonationState, { status: 'active' }>> => {
  const state = await readState(parts, id)
  if (state.status !== 'active')
    throw new AppProblem('INVALID_TRANSITION', 'The session has ended in the meantime.')
  return state
}
