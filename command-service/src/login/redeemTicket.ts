import { newId } from '@hearth/contracts/kernel/ids'
import type { Answer } from '@hearth/platform/http/route'
import { setPassword, registerPerson } from './credentials.ts'
import { actorOf, type Person } from './people.ts'
import { signIn } from './signIn.ts'
import { isInvitation, METHODS, type LoginTicket, type Redemption } from './ticketRequirements.ts'
import type { Ticket } from './tickets.ts'
import { describeClient, type ClientRequest, type LoginTools, type Trace } from './tools.ts'

/**
 * Makes the person who redeemed an invitation a member of the account. Throws an AppProblem to refuse; the
 * link then remains valid.
 */
export type AcceptInvitation = (
  ticket: Pick<Ticket, 'id' | 'purpose' | 'context'>,
  person: Readonly<{ userId: string; email: string; displayName: string }>,
  trace: Trace,
) => Promise<void>

const register = (
  tools: LoginTools,
  { email }: LoginTicket,
  { displayName = '', password = '' }: Redemption,
  request: ClientRequest,
): Promise<Person> => registerPerson(tools, { id: newId(), email, displayName, password }, request)

/** What the link was issued for, besides signing in. */
const carryOut = async (
  tools: LoginTools,
  acceptInvitation: AcceptInvitation,
  { id, purpose, context }: LoginTicket,
  person: Person,
  body: Redemption,
  request: ClientRequest,
): Promise<void> => {
  const actor = actorOf(person)
  await tools.record(
    { type: 'RedeemTicket', data: { userId: person.id, ...describeClient(request) } },
    id,
    actor,
    request,
  )
  if (purpose !== 'mobile_handoff')
    await tools.record({ type: 'VerifyEmail', data: {} }, person.id, actor, request)
  if (purpose === 'password_reset') await setPassword(tools, person, body.password ?? '', 'reset', request)
  if (isInvitation(purpose))
    await acceptInvitation(
      { id, purpose, context },
      { userId: person.id, email: person.email, displayName: person.displayName },
      request,
    )
}

/**
 * Carries out what a taken link was issued for, then signs the person in. A person who isn't known yet is
 * registered first. `secondFactor`: whether the person has just shown one.
 */
export const redeemTicket = async (
  tools: LoginTools,
  acceptInvitation: AcceptInvitation,
  ticket: LoginTicket,
  known: Person | undefined,
  request: ClientRequest & Readonly<{ body: Redemption }>,
  secondFactor: boolean,
): Promise<Answer> => {
  const { purpose, context, redirect } = ticket
  const { body } = request
  const person = known ?? (await register(tools, ticket, body, request))
  await carryOut(tools, acceptInvitation, ticket, person, body, request)
  const { hostAccountId } = context
  return signIn(
    tools,
    person,
    {
      method: METHODS[purpose],
      // Anyone who can read the email can follow its link; only its owner knows a password they just chose.
      proved: purpose === 'password_reset' || !known || body.currentPassword !== undefined,
      secondFactor: secondFactor || (purpose === 'mobile_handoff' && context['secondFactor'] === 'yes'),
      redirect,
      ...(hostAccountId === undefined ? {} : { hostAccountId }),
    },
    request,
  )
}
