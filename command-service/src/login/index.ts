import type { MailWorkerOptions } from '@hearth/platform/mail/mailWorker'
import type { Route } from '@hearth/platform/http/route'
import type { Message } from '@hearth/platform/mail/message'
import { securityRoutes } from '../user/securityRoutes.ts'
import { linkMailMakers, linkRequestRoutes } from './linkRequestRoutes.ts'
import { handoffRoute } from './handoffRoute.ts'
import { passwordRoute } from './passwordRoute.ts'
import { providerRoutes } from './providerRoutes.ts'
import { sessionRoutes } from './sessionRoutes.ts'
import type { AcceptInvitation } from './redeemTicket.ts'
import { ticketRoutes } from './ticketRoutes.ts'
import type { LoginTools } from './tools.ts'

export { createProviders } from './providers.ts'

/** Every route for signing in, for sessions and for how a person signs in. */
export const loginRoutes = (tools: LoginTools, acceptInvitation: AcceptInvitation): readonly Route[] => [
  passwordRoute(tools),
  ...linkRequestRoutes(tools),
  ...ticketRoutes(tools, acceptInvitation),
  handoffRoute(tools),
  ...sessionRoutes(tools),
  ...providerRoutes(tools),
  ...securityRoutes(tools),
]

/** What writes each kind of email. A `message` was already written when it was queued. */
export const mailMakers = (tools: LoginTools): MailWorkerOptions['makers'] => ({
  ...linkMailMakers(tools),
  message: (content) => content as Message,
})
