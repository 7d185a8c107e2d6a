import { zReadTicket, zRedeemTicket, type TicketDetails } from '@hearth/contracts/login'
import { maskEmail } from '@hearth/contracts/kernel/email'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import { takeCode } from '@hearth/platform/session/authenticator'
import { verifyPassword } from '@hearth/platform/session/users'
import { SCHEDULER } from '../runtime/internal.ts'
import { admitAttempt, type AdmittedAttempt } from './attempts.ts'
import { readBrowserHash } from './browser.ts'
import { findByEmail, findById, type Person } from './people.ts'
import { redeemTicket, type AcceptInvitation } from './redeemTicket.ts'
import {
  assertProvided,
  listRequirements,
  opensSession,
  type LoginTicket,
  type Redemption,
  type Requirements,
} from './ticketRequirements.ts'
import { findTicket, releaseTicket, takeTicket, type Ticket } from './tickets.ts'
import type { ClientRequest, LoginTools } from './tools.ts'
import { wrongCode } from './verifyLogin.ts'

const common = { method: 'POST', access: 'public', tenant: 'none', rate: 'login' } as const

type Opened = Readonly<{
  ticket: LoginTicket
  /** The person it was issued to, if they are known. */
  person: Person | undefined
  /** Whether that person is signed in in this browser. */
  isSignedIn: boolean
  needs: Requirements
}>

const findPerson = ({ pool }: LoginTools, ticket: Ticket): Promise<Person | undefined> =>
  ticket.userId === null ? findByEmail(pool, ticket.email) : findById(pool, ticket.userId)

const checkSignedIn = async (
  { principals }: LoginTools,
  person: Person | undefined,
  { headers }: ClientRequest,
): Promise<boolean> => {
  const principal = await principals.resolve(headers)
  return person !== undefined && principal?.actor.id === person.id && principal.secondFactor === undefined
}

/** Whether the session that issued a handoff has ended: signed out, also from elsewhere, or expired. */
const isOrphaned = async ({ pool }: LoginTools, { purpose, userId, context }: Ticket): Promise<boolean> => {
  if (purpose !== 'mobile_handoff') return false
  const { rowCount } = await pool.query(
    'select from app.session where id = $1 and user_id = $2 and expires_at > now()',
    [context['sessionId'] ?? null, userId],
  )
  return rowCount !== 1
}

const openTicket = async (tools: LoginTools, token: string, request: ClientRequest): Promise<Opened> => {
  const ticket = await findTicket(tools, token, request, SCHEDULER.actor)
  if (!opensSession(ticket) || (await isOrphaned(tools, ticket))) throw new AppProblem('TICKET_INVALID')
  const person = await findPerson(tools, ticket)
  const isSignedIn = await checkSignedIn(tools, person, request)
  const browserHash = readBrowserHash(request.headers, tools.publicUrl)
  return { ticket, person, isSignedIn, needs: listRequirements(ticket, person, browserHash, isSignedIn) }
}

const viewRoute = (tools: LoginTools): Route =>
  route({
    ...common,
    path: '/api/login/ticket/look',
    body: zReadTicket,
    handler: async (request) => {
      const { ticket, needs } = await openTicket(tools, request.body.token, request)
      const { purpose, email, about, redirect, expiresAt } = ticket
      const body: TicketDetails = { purpose, email: maskEmail(email), about, needs, redirect, expiresAt }
      return { status: 200, body }
    },
  })

/** Verifies the password and the code that the link requires. */
const verifySecrets = async (
  tools: LoginTools,
  { person, needs }: Opened,
  attempt: AdmittedAttempt,
  request: ClientRequest & Readonly<{ body: Redemption }>,
): Promise<void> => {
  const { pool, box } = tools
  const { currentPassword = '', code } = request.body
  if (
    needs.includes('currentPassword') &&
    !(await verifyPassword(person?.passwordHash ?? null, currentPassword))
  ) {
    attempt.fail(person, 'password')
    throw new AppProblem('UNAUTHENTICATED', 'Wrong password')
  }
  if (!needs.includes('code')) return
  if (code === undefined) {
    await attempt.giveBack()
    throw new AppProblem('TOTP_REQUIRED')
  }
  if (person && (await takeCode(pool, box, person.id, code)) === undefined) {
    attempt.fail(person, 'code')
    throw wrongCode()
  }
}

const redeemRoute = (tools: LoginTools, acceptInvitation: AcceptInvitation): Route =>
  route({
    ...common,
    path: '/api/login/ticket',
    body: zRedeemTicket,
    handler: async (request) => {
      const { body } = request
      const opened = await openTicket(tools, body.token, request)
      const { ticket, person, isSignedIn, needs } = opened
      const tried = { account: `ticket ${ticket.id}`, person: ticket.userId ?? ticket.email }
      const attempt = await admitAttempt(tools, { ...tried, ...(isSignedIn && { signedIn: true }) }, request)
      assertProvided(needs, ticket, body, person)
      await verifySecrets(tools, opened, attempt, request)
      const secondFactor = needs.includes('code') || (isSignedIn && person?.hasTotp === true)
      await takeTicket(tools, ticket.id)
      try {
        const answer = await redeemTicket(tools, acceptInvitation, ticket, person, request, secondFactor)
        await attempt.succeed()
        return answer
      } catch (error) {
        await releaseTicket(tools, ticket.id)
        throw error
      }
    },
  })

/**
 * `POST /api/login/ticket/look` and `/api/login/ticket`. Tokens are sent in bodies only, so that no log and
 * no program that prefetches links consumes them.
 */
export const ticketRoutes = (tools: LoginTools, acceptInvitation: AcceptInvitation): readonly Route[] => [
  viewRoute(tools),
  redeemRoute(tools, acceptInvitation),
]
