import type { Actor } from '@hearth/contracts/kernel/message'
import { newId } from '@hearth/contracts/kernel/ids'
import type { LoginTicketCommand } from '@hearth/contracts/login'
import type { UserCommand } from '@hearth/contracts/user'
import { AppProblem } from '@hearth/platform/http/appProblem'
import type { RouteRequest } from '@hearth/platform/http/route'
import type { Log } from '@hearth/platform/telemetry/log'
import type { MailQueue } from '@hearth/platform/mail/mailQueue'
import type { Box } from '@hearth/platform/sealing/box'
import type { Principals } from '@hearth/platform/session/principal'
import type pg from 'pg'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { userFold } from '../user/user.state.ts'
import type { Providers } from './providers.ts'

/** Copied from a request into every event that results from it. */
export type Trace = Pick<RouteRequest, 'correlationId' | 'traceparent'>
export type ClientRequest = Pick<RouteRequest, 'correlationId' | 'traceparent' | 'headers' | 'clientAddress'>

export type LoginRecorder = Readonly<{
  /**
   * Records a change before it is made: the log may have a change that then failed, but never lacks one that
   * was made. Throws when it cannot be recorded.
   */
  record: (command: UserCommand | LoginTicketCommand, id: string, by: Actor, trace: Trace) => Promise<void>
  /**
   * Whether the log has this person. People of the first installation are registered at their first sign-in.
   */
  isRegistered: (userId: string) => Promise<boolean>
}>

export const createLoginRecorder = ({
  handle,
  view,
}: Pick<CommandHandler, 'handle' | 'view'>): LoginRecorder => ({
  record: async ({ type, data }, id, actor, { correlationId, traceparent }) => {
    const outcome = await handle({
      type,
      id,
      data,
      principal: { actor, listingIds: 'all' },
      commandId: newId(),
      correlationId,
      traceparent,
      internal: true,
    })
    if (outcome.kind === 'rejected') throw new AppProblem(outcome.code, outcome.detail)
  },
  isRegistered: async (userId) => (await view(userFold, userId)).state.registered,
})

/** What every route for signing in needs. */
export type LoginTools = LoginRecorder &
  Readonly<{
    pool: pg.Pool
    principals: Principals
    publicUrl: URL
    box: Box
    mail: MailQueue
    providers: Providers
    /** Widens the limits of attempts, for tests (RATE_LIMIT_FACTOR). */
    limitFactor: number
    log: Log
  }>

/** Runs work after the answer, which must not take longer for people who exist. */
export const runInBackground = ({ log }: Pick<LoginTools, 'log'>, work: () => Promise<void>): void => {
  setImmediate(
    () => void work().catch((error: unknown) => log.warn({ err: error }, 'login: could not be recorded')),
  )
}

const MAX_AGENT = 200

/** The client's address and browser, in printable characters only. */
export const describeClient = ({
  headers,
  clientAddress,
}: Pick<RouteRequest, 'headers' | 'clientAddress'>): Readonly<{ address: string; userAgent: string }> => ({
  address: clientAddress,
  userAgent: (headers['user-agent'] ?? '').replaceAll(/[^\u0020-\u007e]/g, '').slice(0, MAX_AGENT),
})
