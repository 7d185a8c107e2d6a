import { newId } from '@hearth/contracts/kernel/ids'
import { zReadTicket, zRedeemTicket, type LoginPurpose, type TicketLook } from '@hearth/contracts/login'
import type { LoginMethod } from '@hearth/contracts/kernel/access'
import { maskEmail, passwordProblem } from '@hearth/contracts/user'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Answer, type Route } from '@hearth/platform/http/route'
import { fieldProblem } from '@hearth/platform/http/validation'
import { takeCode } from '@hearth/platform/session/authenticator'
import { hashText } from '@hearth/platform/session/cookie'
import { clearAttempts, giveBackAttempt } from '@hearth/platform/session/throttle'
import { verifyPassword } from '@hearth/platform/session/users'
import type { z } from 'zod'
import { SCHEDULER } from '../runtime/internal.ts'
import { admitAttempt, recordFailure } from './attempts.ts'
import { readBrowserHash } from './browser.ts'
import { setPassword, registerPerson } from './credentials.ts'
import { wrongCode } from './passwordRoute.ts'
import { actorOf, findByEmail, findById, type Person } from './people.ts'
import { signIn } from './signIn.ts'
import { findTicket, releaseTicket, takeTicket, type Ticket } from './tickets.ts'
import { describeClient, type ClientRequest, type LoginTools, type Trace } from './tools.ts'

/**
 * Does what an invitation is for, once somebody has redeemed it: makes them a member. Throws an AppProblem to
 * refuse; the link stays good then.
 */
export type AcceptInvitation = (
  ticket: Pick<Ticket, 'id' | 'purpose' | 'context'>,
  person: Readonly<{ userId: string; email: string; displayName: string }>,
  trace: Trace,
) => Promise<void>

type LoginTicket = Ticket & Readonly<{ purpose: LoginPurpose }>

const METHOD: Readonly<Record<LoginPurpose, LoginMethod>> = {
  email_login: 'email_link',
  password_reset: 'password_reset',
  mobile_handoff: 'handoff',
  invitation: 'invitation',
  onboarding_invite: 'invitation',
}
const opensSession = (ticket: Ticket): ticket is LoginTicket => Object.hasOwn(METHOD, ticket.purpose)
const isInvitation = (purpose: LoginPurpose) => METHOD[purpose] === 'invitation'
const NOBODY = SCHEDULER.actor

type Needs = TicketLook['needs']
type Redeem = z.output<typeof zRedeemTicket>

const personFor = ({ pool }: LoginTools, ticket: Ticket): Promise<Person | undefined> =>
  ticket.userId === null ? findByEmail(pool, ticket.email) : findById(pool, ticket.userId)

/** What must come with the token. A hand-off carries the proof of the session it came from. */
const listRequirements = (
  ticket: LoginTicket,
  person: Person | undefined,
  browserHash: string | undefined,
  signedIn: boolean,
): Needs => {
  if (ticket.purpose === 'mobile_handoff') return []
  const needs: Needs = []
  if (ticket.browserHash !== null && ticket.browserHash !== browserHash) needs.push('email')
  if (!person) needs.push('displayName')
  if (!person || ticket.purpose === 'password_reset') needs.push('password')
  // Whoever is signed in here as this person has shown all of it already.
  if (isInvitation(ticket.purpose) && signedIn) return needs
  if (isInvitation(ticket.purpose) && person && person.passwordHash !== null) needs.push('currentPassword')
  if (person?.hasTotp === true) needs.push('code')
  return needs
}

const assertProvided = (
  needs: Needs,
  { purpose, email }: LoginTicket,
  body: Redeem,
  person: Person | undefined,
) => {
  for (const name of needs)
    if (name !== 'code' && body[name] === undefined)
      throw fieldProblem(`/${name}`, 'is required for this link')
  if (needs.includes('email') && body.email !== email.toLowerCase())
    throw new AppProblem('TICKET_INVALID', 'This link was sent to another address')
  const problem = needs.includes('password')
    ? passwordProblem(body.password ?? '', [
        email.slice(0, email.indexOf('@')),
        body.displayName ?? person?.displayName ?? '',
      ])
    : undefined
  if (problem !== undefined) throw fieldProblem('/password', problem)
  if (isInvitation(purpose) && person && person.staffRole !== null)
    throw new AppProblem(
      'FORBIDDEN',
      'Hearth staff can’t be members of host accounts. Use another email address.',
    )
}

/**
 * `POST /api/login/ticket/look` and `/api/login/ticket`. Tokens come in bodies only, so that no log and no prefetching reader of links consumes them.
 */
export const ticketRoutes = (tools: LoginTools, acceptInvitation: AcceptInvitation): readonly Route[] => {
  const { pool, box, publicUrl, principals } = tools
  const common = { method: 'POST', access: 'public', tenant: 'none', rate: 'login' } as const

  const findLogin = async (token: string, trace: Trace): Promise<LoginTicket> => {
    const ticket = await findTicket(tools, token, trace, NOBODY)
    if (!opensSession(ticket)) throw new AppProblem('TICKET_INVALID')
    return ticket
  }

  const isSignedIn = async (person: Person | undefined, { headers }: ClientRequest): Promise<boolean> => {
    const principal = await principals.resolve(headers)
    return person !== undefined && principal?.actor.id === person.id && principal.secondFactor === undefined
  }

  const look = route({
    ...common,
    path: '/api/login/ticket/look',
    body: zReadTicket,
    handler: async (request) => {
      const ticket = await findLogin(request.body.token, request)
      const person = await personFor(tools, ticket)
      const needs = listRequirements(
        ticket,
        person,
        readBrowserHash(request.headers, publicUrl),
        await isSignedIn(person, request),
      )
      const { purpose, email, about, redirect, expiresAt } = ticket
      const body: TicketLook = { purpose, email: maskEmail(email), about, needs, redirect, expiresAt }
      return { status: 200, body }
    },
  })

  /** What the link is for, and the session that follows from it. */
  const carryOut = async (
    ticket: LoginTicket,
    known: Person | undefined,
    body: Redeem,
    secondFactor: boolean,
    asked: ClientRequest,
  ): Promise<Answer> => {
    const { id, purpose, context, redirect } = ticket
    const person =
      known ??
      (await registerPerson(
        tools,
        {
          id: newId(),
          email: ticket.email,
          displayName: body.displayName ?? '',
          password: body.password ?? '',
        },
        asked,
      ))
    const actor = actorOf(person)
    await tools.record(
      { type: 'RedeemTicket', data: { userId: person.id, ...describeClient(asked) } },
      id,
      actor,
      asked,
    )
    if (purpose !== 'mobile_handoff')
      await tools.record({ type: 'VerifyEmail', data: {} }, person.id, actor, asked)
    if (purpose === 'password_reset') await setPassword(tools, person, body.password ?? '', 'reset', asked)
    if (isInvitation(purpose))
      await acceptInvitation(
        { id, purpose, context },
        { userId: person.id, email: person.email, displayName: person.displayName },
        asked,
      )
    const { hostAccountId } = context
    return signIn(
      tools,
      person,
      {
        method: METHOD[purpose],
        // Whoever can read the mail can follow a link; a password just chosen is one that they know.
        proved: purpose === 'password_reset' || !known || body.currentPassword !== undefined,
        secondFactor: secondFactor || (purpose === 'mobile_handoff' && context['secondFactor'] === 'yes'),
        redirect,
        ...(hostAccountId === undefined ? {} : { hostAccountId }),
      },
      asked,
    )
  }

  const redeem = route({
    ...common,
    path: '/api/login/ticket',
    body: zRedeemTicket,
    handler: async (request) => {
      const { body, clientAddress, headers } = request
      const attempt = { account: `ticket ${hashText(body.token)}`, address: clientAddress }
      await admitAttempt(tools, attempt, request)
      const ticket = await findLogin(body.token, request)
      const person = await personFor(tools, ticket)
      const signedIn = await isSignedIn(person, request)
      const needs = listRequirements(ticket, person, readBrowserHash(headers, publicUrl), signedIn)
      assertProvided(needs, ticket, body, person)
      if (
        needs.includes('currentPassword') &&
        !(await verifyPassword(person?.passwordHash ?? null, body.currentPassword ?? ''))
      ) {
        recordFailure(tools, person, 'password', request)
        throw new AppProblem('UNAUTHENTICATED', 'Wrong password')
      }
      const asksForCode = needs.includes('code')
      if (asksForCode && body.code === undefined) {
        await giveBackAttempt(pool, attempt)
        throw new AppProblem('TOTP_REQUIRED')
      }
      if (asksForCode && person && (await takeCode(pool, box, person.id, body.code ?? '')) === undefined) {
        recordFailure(tools, person, 'code', request)
        throw wrongCode()
      }
      await takeTicket(tools, ticket.id)
      try {
        const answer = await carryOut(
          ticket,
          person,
          body,
          asksForCode || (signedIn && person?.hasTotp === true),
          request,
        )
        await clearAttempts(pool, attempt)
        return answer
      } catch (error) {
        await releaseTicket(tools, ticket.id)
        throw error
      }
    },
  })

  return [look, redeem]
}
