import { TICKET_S, zAskForLink, zForgot } from '@hearth/contracts/login'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { findNetwork } from '@hearth/platform/http/network'
import { route, type Route } from '@hearth/platform/http/route'
import type { MailWorkerOptions } from '@hearth/platform/mail/mailWorker'
import { chooseCookieName } from '@hearth/platform/session/cookie'
import { findKnownBrowser } from '@hearth/platform/session/knownBrowsers'
import { countWithin } from '@hearth/platform/session/throttle'
import { z } from 'zod'
import { identifyBrowser } from './browser.ts'
import { resetMail, signInMail } from './mails.ts'
import { actorOf, findByEmail } from './people.ts'
import { issueTicket } from './tickets.ts'
import type { ClientRequest, LoginTools } from './tools.ts'

/**
 * Requests within ten minutes: for one email address from one neighbourhood or known browser, for one email
 * address in all, and from one neighbourhood for any people (docs/domain/login.md#links).
 */
const MAX_REQUESTS = { pair: 3, email: 5, neighbours: 30 } as const
const WINDOW_S = 600

const zLinkMail = z.strictObject({
  email: z.string(),
  redirect: z.string().nullable(),
  browserHash: z.string(),
  correlationId: z.string(),
  traceparent: z.string(),
})

/**
 * Emails that are written when they are sent: whether the person exists is looked up only when it is sent, so
 * the time that the request takes doesn't reveal it.
 */
export const linkMailMakers = (tools: LoginTools): MailWorkerOptions['makers'] => {
  const createWriter =
    (purpose: 'email_login' | 'password_reset') => async (content: unknown, createdAt: string) => {
      const { email, redirect, browserHash, correlationId, traceparent } = zLinkMail.parse(content)
      // An email that is so late that its link would have expired is not sent.
      if (Date.now() - Date.parse(createdAt) > TICKET_S[purpose] * 1_000) return undefined
      const person = await findByEmail(tools.pool, email)
      if (!person) return undefined
      const { url } = await issueTicket(
        tools,
        { purpose, email: person.email, userId: person.id, redirect, browserHash },
        actorOf(person),
        { correlationId, traceparent },
      )
      return purpose === 'email_login' ? signInMail(person.email, url) : resetMail(person.email, url)
    }
  return { 'sign-in-link': createWriter('email_login'), 'password-reset': createWriter('password_reset') }
}

/** Counts a request; 429 when there were too many. A known browser has requests of its own. */
const admitRequest = async (tools: LoginTools, email: string, request: ClientRequest): Promise<void> => {
  const { pool, publicUrl, limitFactor } = tools
  const browser = await findKnownBrowser(pool, chooseCookieName(publicUrl, 'known'), request.headers, email)
  const near = findNetwork(request.clientAddress)
  const limits =
    browser === undefined
      ? [
          { key: `mail\n${email}\n${near}`, max: MAX_REQUESTS.pair * limitFactor },
          { key: `mail\n${email}`, max: MAX_REQUESTS.email * limitFactor },
          { key: `mail from\n${near}`, max: MAX_REQUESTS.neighbours * limitFactor },
        ]
      : [{ key: `mail browser\n${email}\n${browser}`, max: MAX_REQUESTS.pair * limitFactor }]
  const { wait } = await countWithin(pool, limits, WINDOW_S)
  if (wait > 0)
    throw new AppProblem(
      'RATE_LIMITED',
      'Too many links requested. Wait ten minutes, then try again',
      {},
      { 'retry-after': String(wait) },
    )
}

/**
 * `POST /api/login/link`, `/api/login/forgot`: answer and work are the same whether or not the person exists.
 */
export const linkRequestRoutes = (tools: LoginTools): readonly Route[] => {
  const { publicUrl, mail } = tools

  const accept = async (
    kind: 'sign-in-link' | 'password-reset',
    { email, redirect }: Readonly<{ email: string; redirect?: string | undefined }>,
    request: ClientRequest,
  ) => {
    await admitRequest(tools, email, request)
    const { hash, cookie } = identifyBrowser(request.headers, publicUrl)
    const { correlationId, traceparent } = request
    await mail.add(kind, { email, redirect: redirect ?? null, browserHash: hash, correlationId, traceparent })
    return { status: 202, headers: { 'set-cookie': cookie }, body: {} }
  }

  const common = { method: 'POST', access: 'public', tenant: 'none', rate: 'login' } as const
  return [
    route({
      ...common,
      path: '/api/login/link',
      body: zAskForLink,
      handler: (request) => accept('sign-in-link', request.body, request),
    }),
    route({
      ...common,
      path: '/api/login/forgot',
      body: zForgot,
      handler: (request) => accept('password-reset', request.body, request),
    }),
  ]
}
