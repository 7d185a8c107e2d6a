import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Secret } from '@hearth/platform/config/secret'
import { KEEP_ALIVE_MS } from '@hearth/platform/http/connections'
import express, { type ErrorRequestHandler, type Router } from 'express'
import helmet from 'helmet'
import { openSandboxBank, type SandboxBankOptions } from '../bank/openSandboxBank.ts'
import { openSandboxChannel, type SandboxChannelOptions } from '../channel/sandboxChannel.ts'
import { geocoderRoutes } from '../geocoder/geocoderRoutes.ts'
import { codePage } from './codePage.ts'
import { createIdentityProvider, PROVIDER_PATH } from './identityProvider.ts'
import { openGuestMail, type GuestMailOptions } from './guestMail.ts'
import { openMailCatcher } from './mailCatcher.ts'
import { mailPages } from './mailPages.ts'
import { page, PAGE_POLICY } from './page.ts'

export type OutsideOptions = Readonly<{
  host: string
  port: number
  smtpPort: number
  publicUrl: URL
  clientSecret: Secret
  signingKey: Secret
  bank: SandboxBankOptions
  channel: SandboxChannelOptions
  /** Takes what guests answer to emails; without it no answer arrives. */
  guestMail?: GuestMailOptions | undefined
}>
export type Outside = Readonly<{ port: number; smtpPort: number; close: () => Promise<void> }>

const onError: ErrorRequestHandler = (_error, _request, response, next) => {
  if (response.headersSent) next(_error)
  else
    response
      .status(400)
      .send(
        page(
          'Something went wrong',
          '<p>This sign-in was started in another browser, or it has expired. Go back and start again.</p>',
        ),
      )
}

const CONTENTS =
  '<ul><li><a href="/dev/mail">Sent emails</a></li>' +
  '<li><a href="/dev/code">Staff authenticator codes</a></li>' +
  '<li><a href="/dev/bank">The sandbox bank</a></li><li><a href="/">The console</a></li></ul>'

/**
 * The demonstration's outside services: a mail server, an identity provider, a bank, the guests' channel, a geocoder, and the
 * authenticators of the demo's staff.
 */
export const openOutside = async (options: OutsideOptions): Promise<Outside> => {
  const { host, publicUrl, clientSecret, signingKey } = options
  const guestMail = options.guestMail && openGuestMail(options.guestMail)
  const catcher = await openMailCatcher({ host, port: options.smtpPort, guestMail })
  const bank = openSandboxBank(options.bank)
  const channel = openSandboxChannel(options.channel)
  let provider: Promise<Router> | undefined
  const app = express()
  app.disable('x-powered-by')
  app.use(
    helmet({
      contentSecurityPolicy: false,
      strictTransportSecurity: false,
      referrerPolicy: { policy: 'no-referrer' },
      xFrameOptions: { action: 'deny' },
    }),
    (_request, response, next) => {
      response.set({ 'content-security-policy': PAGE_POLICY, 'cache-control': 'no-store' })
      next()
    },
  )
  app.get('/healthz', (_request, response) => void response.send('ok'))
  // Loaded on the first request: it is a third of this process.
  app.use(PROVIDER_PATH, async (request, response, next) => {
    provider ??= createIdentityProvider({ publicUrl, clientSecret, signingKey })
    ;(await provider)(request, response, next)
  })
  // For the services only: the front door has no route to it.
  app.use('/bank', bank.api)
  app.use('/channel', channel.api)
  app.use('/geocoder', geocoderRoutes())
  app.use('/dev', mailPages(catcher, guestMail), codePage(), bank.pages)
  app.get('/dev', (_request, response) => void response.send(page('Around Hearth', CONTENTS)))
  app.use(
    (_request, response) =>
      void response.status(404).send(page('Page not found', '<p><a href="/dev">All pages</a></p>')),
  )
  app.use(onError)
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: KEEP_ALIVE_MS },
    app,
  ).listen(options.port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    smtpPort: catcher.port,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await Promise.all([closed, catcher.close()])
      bank.close()
      channel.close()
      guestMail?.close()
    },
  }
}
