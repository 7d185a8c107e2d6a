import { makeFetchTransport, startInactiveSpan, getClient, withActiveSpan } from '@sentry/react'
import { HttpError } from 'react-admin'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LIMITS, TUNNEL } from './limits.ts'
import { isNoise } from './noise.ts'
import { openReporter, reporterOptions } from './reporter.ts'
import { scrub } from './scrub.ts'

const DSN = 'https://key@errors.test/1'
const envelope = (size = 10) => [{}, [[{ type: 'event' }, { message: 'x'.repeat(size) }]]] as never
type Sent = {
  url: string
  init: RequestInit
  answer: (status: number, headers?: Record<string, string>) => void
}

/** The page's transport over a network that answers on demand. */
const openTransport = () => {
  const sent: Sent[] = []
  const lost: string[] = []
  const network = (url: string, init: RequestInit) =>
    new Promise<Response>((resolve) =>
      sent.push({
        url,
        init,
        answer: (status, headers = {}) => resolve(new Response(null, { status, headers })),
      }),
    )
  const options = {
    url: TUNNEL,
    recordDroppedEvent: (reason: string) => void lost.push(reason),
    ...reporterOptions(DSN).transportOptions,
  }
  return { sent, lost, transport: makeFetchTransport(options as never, network as never) }
}

describe('error reporting stays within the limits of docs/domain/console.md#error-reporting', () => {
  it('has the limits of the documentation', () => {
    expect({ TUNNEL, ...LIMITS }).toEqual({
      TUNNEL: '/monitoring',
      bufferedEvents: 64,
      inFlightKeepaliveBytes: 60_000,
      concurrentKeepaliveRequests: 15,
      rateLimitBackoffMs: 60_000,
      idleTimeoutMs: 1_000,
      finalTimeoutMs: 30_000,
      childSpanTimeoutMs: 15_000,
      spansPerTransaction: 1_000,
    })
  })

  it('buffers 64 events and drops the rest', () => {
    const { transport, sent, lost } = openTransport()
    for (let count = 0; count < LIMITS.bufferedEvents + 3; count++) void transport.send(envelope())
    expect(sent.length).toBe(LIMITS.bufferedEvents)
    expect(lost).toEqual(['queue_overflow', 'queue_overflow', 'queue_overflow'])
  })

  it('keeps at most 15 requests and 60,000 bytes alive over a navigation', () => {
    const many = openTransport()
    for (let count = 0; count < 16; count++) void many.transport.send(envelope())
    expect(many.sent.map(({ init }) => init.keepalive)).toEqual([
      ...Array.from({ length: LIMITS.concurrentKeepaliveRequests - 1 }, () => true),
      false,
      false,
    ])
    const large = openTransport()
    void large.transport.send(envelope(LIMITS.inFlightKeepaliveBytes / 2))
    void large.transport.send(envelope(LIMITS.inFlightKeepaliveBytes / 2))
    expect(large.sent.map(({ init }) => init.keepalive)).toEqual([true, false])
  })

  it('pauses for 60 seconds after a 429 that names no time', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { transport, sent, lost } = openTransport()
    const first = transport.send(envelope())
    sent[0]?.answer(429)
    await first
    vi.advanceTimersByTime(LIMITS.rateLimitBackoffMs - 1_000)
    await transport.send(envelope())
    expect([sent.length, lost]).toEqual([1, ['ratelimit_backoff']])
    vi.advanceTimersByTime(2_000)
    void transport.send(envelope())
    expect(sent.length).toBe(2)
  })
})

describe('what is reported', () => {
  it('is sent to our own origin only', () => {
    expect(reporterOptions(DSN)).toMatchObject({ tunnel: '/monitoring', tracePropagationTargets: [] })
  })

  it('does not report refusals, redirects, aborted requests or a lost network', () => {
    for (const status of [302, 401, 403, 404, 409, 422, 429])
      expect(isNoise(new HttpError('no', status, {})), String(status)).toBe(true)
    expect(isNoise(new Response(null, { status: 302 }))).toBe(true)
    expect(isNoise(new DOMException('gone', 'AbortError'))).toBe(true)
    expect(isNoise(new TypeError('Failed to fetch'))).toBe(true)
    expect(isNoise(new HttpError('broke', 500, {}))).toBe(false)
    expect(isNoise(new TypeError('x is not a function'))).toBe(false)
  })

  it('contains no personal data, queries or links', () => {
    const ticket = 'T'.repeat(43)
    const event = scrub({
      type: undefined,
      user: { email: 'ana@vale.example' },
      extra: { form: 'ana@vale.example' },
      request: { url: `https://hearth.test/login/ticket?a=1#token=${ticket}`, headers: { cookie: 'sid=1' } },
      exception: { values: [{ type: 'Error', value: `no row for ana@vale.example and ${ticket}` }] },
      breadcrumbs: [
        {
          category: 'fetch',
          message: 'ana@vale.example',
          data: { url: '/api/bookings?q=ana', status_code: 500 },
        },
      ],
    })
    const text = JSON.stringify(event)
    expect(text).not.toMatch(/ana|cookie|TTTT|\?/)
    expect(event.request).toEqual({ url: 'https://hearth.test/login/ticket' })
    expect(event.breadcrumbs).toEqual([{ category: 'fetch', data: { status_code: 500 } }])
  })
})

describe('a page’s transaction', () => {
  afterEach(async () => void (await getClient()?.close(0)))

  it('has at most a thousand spans and the name of its route; an unknown address has none', async () => {
    const bodies: string[] = []
    vi.stubGlobal(
      'fetch',
      vi.fn(
        async (_: string, init: RequestInit) => (
          bodies.push(String(init.body)),
          new Response(null, { status: 200 })
        ),
      ),
    )
    const random = vi.spyOn(Math, 'random').mockReturnValue(0)
    const reporter = openReporter(DSN, undefined)
    random.mockRestore()
    const client = getClient()
    if (!client) throw new Error('no client')
    client.getOptions().tracesSampleRate = 1
    reporter.navigate(undefined)
    const parent = startInactiveSpan({ name: '/bookings/:id', forceTransaction: true })
    withActiveSpan(parent, () => {
      for (let count = 0; count < LIMITS.spansPerTransaction + 5; count++)
        startInactiveSpan({ name: `part ${count}` }).end()
    })
    parent.end()
    await client.flush(2_000)
    const transactions = bodies
      .flatMap((body) => body.split('\n'))
      .filter((line) => line.includes('"type":"transaction"') && line.includes('"spans"'))
      .map((line) => JSON.parse(line) as { transaction: string; spans: unknown[] })
    expect(transactions.map(({ transaction, spans }) => [transaction, spans.length])).toEqual([
      ['/bookings/:id', LIMITS.spansPerTransaction],
    ])
  })
})
