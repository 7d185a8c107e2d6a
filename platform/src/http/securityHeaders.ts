import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import helmet from 'helmet'

/** What helmet would set on every answer of an API, computed once, as `[name, value, …]`. */
export const securityHeaders = (publicUrl: URL): readonly string[] => {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  const secure = publicUrl.protocol === 'https:'
  const set = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
      },
    },
    strictTransportSecurity: secure ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  })
  set(response.req, response, () => undefined)
  return Object.entries({ ...response.getHeaders(), 'cache-control': 'no-store' }).flatMap(
    ([name, value]) => [name, String(value)],
  )
}
