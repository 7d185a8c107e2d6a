import { setTimeout as delay } from 'node:timers/promises'
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
import { acceptInvitation } from '../login/acceptInvitation.ts'
import { loginRoutes, mailMakers, openProviders } from '../login/index.ts'
import { payoutAlarmRoute } from '../payout-account/alarmRoute.ts'
import { openTestService, typesOf } from './fixture.ts'
import { serveRoutes } from './serveRoutes.ts'

export const PASSWORD = 'correct horse battery'

export type Reply = Readonly<{
  status: number
  body: Readonly<Record<string, unknown>>
  headers: Headers
  cookies: Readonly<Record<string, string>>
  /** Until the last byte, milliseconds. */ ms: number
}>
export type Sent = Readonly<{ cookies?: Readonly<Record<string, string>>; address?: string; origin?: string }>
export type Door = Awaited<ReturnType<typeof openDoor>>

/**
 * The sign-in over HTTP on a fresh stack, and the people who come. Mail lands in `mailbox` when `deliver` is
 * called.
 */
export const openDoor = async (
  options: Readonly<{ limitFactor?: number; providers?: readonly IdentityProvider[]; publicUrl?: URL }> = {},
) => {
  const stack = await startTestStack()
  const service = await openTestService(stack)
  const { pool } = service
  const publicUrl = options.publicUrl ?? new URL('http://localhost:3999')
  const principals = createPrincipals({ pool, log: silentLog, publicUrl, serviceTokens: new Map() })
  const tools = {
    ...service.tickets,
    publicUrl,
    mail: service.mail,
    principals,
    providers: openProviders({ providers: options.providers ?? [], publicUrl, log: silentLog }),
    limitFactor: options.limitFactor ?? 1_000,
    log: silentLog,
  }
  const mailbox: Message[] = []
  const postman = createMailWorker({
    queue: service.mail,
    send: async (message) => void mailbox.push(message),
    makers: mailMakers(tools),
    log: silentLog,
  })
  const running = await serveRoutes({
    publicUrl,
    principals,
    onShutdown: [service.close],
    routes: [...loginRoutes(tools, acceptInvitation(service.handle)), payoutAlarmRoute(tools, service)],
    limits: { read: 200, write: 200, login: 200, export: 10, stream: 10, probe: 10 },
  })

  const once = async (
    path: string,
    body: unknown,
    { cookies = {}, address = '192.0.2.1', origin = publicUrl.origin }: Sent,
  ): Promise<Reply> => {
    const begun = performance.now()
    const cookie = Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')
    const answer = await fetch(`${running.url}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        'idempotency-key': newId(),
        origin,
        'x-forwarded-for': address,
        'user-agent': 'Test browser',
        ...(cookie === '' ? {} : { cookie }),
      },
    })
    const text = await answer.text()
    const set = answer.headers
      .getSetCookie()
      .map((line) => (line.split(';')[0] ?? '').split('='))
      .map(([name = '', value = '']): [string, string] => [name, value])
    return {
      status: answer.status,
      body: text === '' ? {} : JSON.parse(text),
      headers: answer.headers,
      cookies: { ...cookies, ...Object.fromEntries(set) },
      ms: performance.now() - begun,
    }
  }
  /** As a careful client: what is refused because the machine is busy is sent again. */
  const post = async (path: string, body: unknown, sent: Sent = {}): Promise<Reply> => {
    for (const deadline = Date.now() + 30_000; ;) {
      const reply = await once(path, body, sent)
      if (reply.body['code'] !== 'OVERLOADED' || Date.now() > deadline) return reply
      await delay(500)
    }
  }

  return {
    ...stack,
    service,
    pool,
    tools,
    mailbox,
    post,
    url: running.url,
    publicUrl,
    deliver: postman.deliver,
    get: (path: string) => fetch(`${running.url}${path}`),
    /** A host with an account of their own. */
    host: async (email = `${newId()}@door.test`) => {
      const hostAccountId = newId()
      const id = await createUser(pool, { email, displayName: 'Hanna Host', password: PASSWORD })
      await addMembership(pool, { userId: id, hostAccountId, role: 'owner' })
      return { id, email, hostAccountId }
    },
    /** A member of staff; `secret` is what their authenticator holds. */
    staff: async (staffRole: StaffRole = 'support', enrolled = true) => {
      const email = `${newId()}@door.test`
      const id = await createUser(pool, { email, displayName: 'Stef Staff', password: PASSWORD, staffRole })
      const secret = generateSecret()
      if (enrolled) await giveTotp(pool, tools.box, id, secret)
      return { id, email, secret }
    },
    login: (email: string, more: Readonly<Record<string, unknown>> = {}, sent: Sent = {}) =>
      post('/api/login', { email, password: PASSWORD, ...more }, sent),
    sessionsOf: async (userId: string): Promise<number> =>
      Number(
        (await pool.query('select count(*)::int as n from app.session where user_id = $1', [userId]))
          .rows[0]?.['n'],
      ),
    told: (userId: string) => typesOf(service, `user-${userId}`),
    close: async () => {
      await running.close()
      await stack.stop()
    },
  }
}

/** The code of thirty seconds so many steps from now. */
export const codeAt = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + steps * 30 })

/** The token of the link in the newest mail to somebody. */
export const tokenIn = (mailbox: readonly Message[], to: string): string => {
  const url = mailbox.findLast((message) => message.to === to && message.link?.url.includes('#token='))?.link
    ?.url
  if (url === undefined) throw new Error(`No link was sent to ${to}`)
  return url.slice(url.indexOf('#token=') + '#token='.length)
}
