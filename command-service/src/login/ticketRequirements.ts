import { foldEmail } from '@hearth/contracts/kernel/email'
import type { LoginMethod } from '@hearth/contracts/kernel/access'
import type { LoginPurpose, TicketDetails, zRedeemTicket } from '@hearth/contracts/login'
import { passwordProblem } from '@hearth/contracts/user'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { fieldProblem } from '@hearth/platform/http/validation'
import type { z } from 'zod'
import type { Person } from './people.ts'
import type { Ticket } from './tickets.ts'

/** A link that signs in, unlike one that stops payouts. */
export type LoginTicket = Ticket & Readonly<{ purpose: LoginPurpose }>

export type Requirements = TicketDetails['needs']
export type Redemption = z.output<typeof zRedeemTicket>

export const METHODS: Readonly<Record<LoginPurpose, LoginMethod>> = {
  email_login: 'email_link',
  password_reset: 'password_reset',
  mobile_handoff: 'handoff',
  invitation: 'invitation',
  onboarding_invite: 'invitation',
}

export const opensSession = (ticket: Ticket): ticket is LoginTicket => Object.hasOwn(METHODS, ticket.purpose)
export const isInvitation = (purpose: LoginPurpose): boolean => METHODS[purpose] === 'invitation'

/** What must be sent with the token. A handoff needs nothing: its session was verified when it was issued. */
export const listRequirements = (
  { purpose, browserHash: issuedTo }: LoginTicket,
  person: Person | undefined,
  browserHash: string | undefined,
  isSignedIn: boolean,
): Requirements => {
  if (purpose === 'mobile_handoff') return []
  const needs: Requirements = []
  if (issuedTo !== null && issuedTo !== browserHash) needs.push('email')
  if (!person) needs.push('displayName')
  if (!person || purpose === 'password_reset') needs.push('password')
  // A person who is signed in here has already shown all of it.
  if (isInvitation(purpose) && isSignedIn) return needs
  if (isInvitation(purpose) && person && person.passwordHash !== null) needs.push('currentPassword')
  if (person?.hasTotp === true) needs.push('code')
  return needs
}

const findPasswordProblem = (
  email: string,
  { password = '', displayName }: Redemption,
  person: Person | undefined,
): string | undefined =>
  passwordProblem(password, [email.slice(0, email.indexOf('@')), displayName ?? person?.displayName ?? ''])

/** Throws an AppProblem when something that the link requires is missing or doesn't fit. */
export const assertProvided = (
  needs: Requirements,
  { purpose, email }: LoginTicket,
  body: Redemption,
  person: Person | undefined,
): void => {
  for (const name of needs)
    if (name !== 'code' && body[name] === undefined)
      throw fieldProblem(`/${name}`, 'is required for this link')
  if (needs.includes('email') && body.email !== foldEmail(email))
    throw new AppProblem('TICKET_INVALID', 'This link was sent to another address')
  const problem = needs.includes('password') ? findPasswordProblem(email, body, person) : undefined
  if (problem !== undefined) throw fieldProblem('/password', problem)
  if (isInvitation(purpose) && person && person.staffRole !== null)
    throw new AppProblem(
      'FORBIDDEN',
      'Hearth staff can’t be members of host accounts. Use another email address.',
    )
}
