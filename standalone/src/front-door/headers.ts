import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'

/** For responses that are not pages: they load nothing and cannot be framed. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
/** No page of ours uses these features, so no script in it may. */
const NO_DEVICES = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'

/**
 * The headers of every response of the front door: helmet's set, computed once. `secure`: browsers use https.
 */
export const fixedHeaders = (secure: boolean): Readonly<Record<string, string>> => {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: secure ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  })(response.req, response, () => undefined)
  return {
    ...Object.fromEntries(
      Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
    ),
    'content-security-policy': NO_PAGE,
    'permissions-policy': NO_DEVICES,
  }
}
