import type { MailWorkerOptions } from '@hearth/platform/mail/mailWorker'
import type { Route } from '@hearth/platform/http/route'
import type { Message } from '@hearth/platform/mail/message'
import { securityRoutes } from '../user/securityRoutes.ts'
import { linkMailMakers, linkRequestRoutes } from './linkRequestRoutes.ts'
import { handoffRoute } from './handoffRoute.ts'
import { passwordRoute } from './passwordRoute.ts'
import { providerRoutes } from './providerRoutes.ts'
import { sessionRoutes } from './sessionRoutes.ts'
import { ticketRoutes, type AcceptInvitation } from './ticketRoutes.ts'
import type { LoginTools } from './tools.ts'

export { issueTicket, voidTicket, type IssuedTicket, type TicketRequest as TicketWish } from './tickets.ts'
export type { AcceptInvitation } from './ticketRoutes.ts'
export { openProviders } from './providers.ts'
export { createLoginRecorder as makeTeller, type LoginTools } from './tools.ts'

/** Every route of signing in, of sessions and of what a person signs in with. */
export const loginRoutes = (tools: LoginTools, acceptInvitation: AcceptInvitation): readonly Route[] => [
  passwordRoute(tools),
  ...linkRequestRoutes(tools),
  ...ticketRoutes(tools, acceptInvitation),
  handoffRoute(tools),
  ...sessionRoutes(tools),
  ...providerRoutes(tools),
  ...securityRoutes(tools),
]

/** Who makes which mail. `message`: it was made when it was queued. */
export const mailMakers = (tools: LoginTools): MailWorkerOptions['makers'] => ({
  ...linkMailMakers(tools),
  message: (content) => content as Message,
})
