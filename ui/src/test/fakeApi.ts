import { vi } from 'vitest'

export type Call = Readonly<{
  method: string
  path: string
  query: URLSearchParams
  headers: Headers
  body: unknown
}>
export type Reply = Readonly<{ status?: number; body: unknown; headers?: Record<string, string> }>
export type Handler = (call: Call) => Reply | Promise<Reply>

/** Replaces the network: answers by `METHOD /path` and records the requests. */
export const fakeApi = (handlers: Record<string, Handler>) => {
  const calls: Call[] = []
  const fetchLike = async (input: string | URL | Request, init: RequestInit = {}) => {
    const url = new URL(String(input), 'http://hearth.test')
    const call: Call = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
    }
    calls.push(call)
    const handler = handlers[`${call.method} ${call.path}`]
    const {
      status = 200,
      body,
      headers = {},
    } = handler
      ? await handler(call)
      : {
          status: 404,
          body: { type: 'urn:problem:not-found', title: 'Not found', status: 404, code: 'NOT_FOUND' },
        }
    return new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    })
  }
  vi.stubGlobal('fetch', vi.fn(fetchLike))
  return { calls }
}

/** A list in the form that simple-rest expects. */
export const list = (rows: readonly unknown[], total = rows.length): Reply => ({
  body: rows,
  headers: { 'content-range': `rows 0-${rows.length}/${total}` },
})
