import { route, type Route } from '@hearth/platform/http/route'
import { openapiDocument } from './document.ts'

/** `GET /api/openapi.json`. */
export const openapiRoute = (): Route => {
  let document: ReturnType<typeof openapiDocument> | undefined
  return route({
    method: 'GET',
    path: '/api/openapi.json',
    access: 'signed-in',
    tenant: 'none',
    rate: 'read',
    handler: () => ({ status: 200, body: (document ??= openapiDocument()) }),
  })
}
