import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import QRCode from 'qrcode'
import { z } from 'zod'
import { actorOf } from './people.ts'
import { findSessionPerson } from './sessionRoutes.ts'
import { issueTicket } from './tickets.ts'
import type { LoginTools } from './tools.ts'

/** A QR code as the text of an SVG; always dark on light, because cameras need that. */
export const renderQrCode = (text: string): Promise<string> =>
  QRCode.toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })

/** `POST /api/session/handoff {}`: a link that signs this person in on a phone; valid for a minute. */
export const handoffRoute = (tools: LoginTools): Route =>
  route({
    method: 'POST',
    path: '/api/session/handoff',
    access: 'signed-in',
    tenant: 'none',
    rate: 'write',
    body: z.strictObject({}),
    handler: async (request) => {
      const { person, sessionId } = await findSessionPerson(tools, request.principal)
      const { rows } = await tools.pool.query<{ id: string; second_factor: boolean }>(
        'select id, second_factor from app.session where id_hash = $1',
        [sessionId],
      )
      const [session] = rows
      if (session === undefined) throw new AppProblem('UNAUTHENTICATED')
      const { tenantId } = request.principal
      const context = {
        // The link ends with this session (`isOrphaned`).
        sessionId: session.id,
        ...(tenantId === undefined ? {} : { hostAccountId: tenantId }),
        ...(session.second_factor ? { secondFactor: 'yes' } : {}),
      }
      const { url, expiresAt } = await issueTicket(
        tools,
        { purpose: 'mobile_handoff', email: person.email, userId: person.id, context, redirect: '/' },
        actorOf(person),
        request,
      )
      return { status: 200, body: { url, qr: await renderQrCode(url), expiresAt } }
    },
  })
