import { newId } from '@hearth/contracts/kernel/ids'
import type { StaffRole } from '@hearth/contracts/kernel/access'
import type { IdentityProvider } from '@hearth/platform/config/fields'
import { createMailWorker } from '@hearth/platform/mail/mailWorker'
import type { Message } from '@hearth/platform/mail/message'
import { giveTotp } from '@hearth/platform/session/authenticator'
import { createPrincipals } from '@hearth/platform/session/principals'
import { addMembership, createUser } from '@hearth/platform/session/users'
import { silentLog } from '@hearth/platform/testing/log'
import { startTestStack } from '@hearth/platform/testing/stack'
import { generateSecret, generateSync } from 'otplib'
import { stopOwnerChangeRoute } from '../account/stopOwnerChangeRoute.ts'
import { acceptInvitation } from '../login/acceptInvitation.ts'
import { loginRoutes, mailMakers, createProviders } from '../login/index.ts'
import { payoutAlarmRoute } from '../payout-account/alarmRoute.ts'
import { createPost, type Sent } from './doorPost.ts'
import { openTestService, readTypes, type TestService } from './fixture.ts'
import { serveRoutes } from './serveRoutes.ts'

export const PASSWORD = 'correct horse battery'

type DoorOptions = Readonly<{
  limitFactor?: number
  providers?: readonly IdentityProvider[]
  publicUrl?: URL
}>
export type Door = Awaited<ReturnType<typeof openDoor>>

const openLoginTools = (
  service: TestService,
  { limitFactor = 1_000, providers = [], publicUrl = new URL('http://localhost:3999') }: DoorOptions,
) => {
  const principals = createPrincipals({
    pool: service.pool,
    log: silentLog,
    publicUrl,
    serviceTokens: new Map(),
  })
  return {
    ...service.tickets,
    publicUrl,
    mail: service.mail,
    principals,
    providers: createProviders({ providers, publicUrl, log: silentLog }),
    limitFactor,
    log: silentLog,
  }
}
type Tools = ReturnType<typeof openLoginTools>

const serveLogin = (service: TestService, tools: Tools) =>
  serveRoutes({
    publicUrl: tools.publicUrl,
    principals: tools.principals,
    onShutdown: [service.close],
    routes: [
      ...loginRoutes(tools, acceptInvitation(service.handle)),
      payoutAlarmRoute(tools, service),
      stopOwnerChangeRoute(tools, service),
    ],
    limits: { read: 200, write: 200, login: 200, export: 10, stream: 10, probe: 10 },
  })

const createPeople = ({ pool, box }: Pick<Tools, 'pool' | 'box'>) => ({
  /** A host with an account of their own. */
  host: async (email = `${newId()}@door.test`) => {
    const hostAccountId = newId()
    const id = await createUser(pool, { email, displayName: 'Hanna Host', password: PASSWORD })
    await addMembership(pool, { userId: id, hostAccountId, role: 'owner' })
    return { id, email, hostAccountId }
  },
  /** A member of staff; `secret` is the secret of their authenticator. */
  staff: async (staffRole: StaffRole = 'support', enrolled = true) => {
    const email = `${newId()}@door.test`
    const id = await createUser(pool, { email, displayName: 'Stef Staff', password: PASSWORD, staffRole })
    const secret = generateSecret()
    if (enrolled) await giveTotp(pool, box, id, secret)
    return { id, email, secret }
  },
  countSessions: async (userId: string): Promise<number> => {
    const { rows } = await pool.query<{ n: number }>(
      'select count(*)::int as n from app.session where user_id = $1',
      [userId],
    )
    return rows[0]?.n ?? 0
  },
})

/** The sign-in over HTTP on a fresh stack, with its users. `deliver` puts queued mail into `mailbox`. */
export const openDoor = async (options: DoorOptions = {}) => {
  const stack = await startTestStack()
  const service = await openTestService(stack)
  const { pool } = service
  const tools = openLoginTools(service, options)
  const mailbox: Message[] = []
  const postman = createMailWorker({
    queue: service.mail,
    send: async (message) => void mailbox.push(message),
    makers: mailMakers(tools),
    log: silentLog,
  })
  const { url, close } = await serveLogin(service, tools)
  const post = createPost(url, tools.publicUrl)
  return {
    ...stack,
    ...createPeople({ pool, box: tools.box }),
    service,
    pool,
    tools,
    mailbox,
    post,
    url,
    publicUrl: tools.publicUrl,
    deliver: postman.deliver,
    get: (path: string) => fetch(`${url}${path}`),
    login: (email: string, more: Readonly<Record<string, unknown>> = {}, sent: Sent = {}) =>
      post('/api/login', { email, password: PASSWORD, ...more }, sent),
    /** Types of the user's own events. */
    eventsOfUser: (userId: string) => readTypes(service, `user-${userId}`),
    close: async () => {
      await close()
      await stack.stop()
    },
  }
}

/** The authenticator's code, `steps` times 30 seconds from now. */
export const codeAt = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + steps * 30 })

/** The token of the link in the newest mail to this address. */
export const tokenIn = (mailbox: readonly Message[], to: string): string => {
  const url = mailbox.findLast((message) => message.to === to && message.link?.url.includes('#token='))?.link
    ?.url
  if (url === undefined) throw new Error(`No link was sent to ${to}`)
  return url.slice(url.indexOf('#token=') + '#token='.length)
}
