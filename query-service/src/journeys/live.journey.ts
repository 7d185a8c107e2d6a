import { allowed } from '@hearth/platform/testing/allowed'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Service } from '../testing/service.ts'
import { bica, NOW, sharedVale, vale, type Vale } from '../testing/vale.ts'

let service: Service
let cleo: string
let as: Vale['as']
let ids: Vale['ids']
let position: bigint
beforeAll(async () => {
  ;({ service, cleo, as, ids, position } = await sharedVale())
})

describe('positions and live changes', () => {
  test('a read waits for its position, or reports that it is behind', async () => {
    const read = (token: string) => as.cleo(`/api/bookings/${ids['hana']}`, { 'x-min-position': token })
    const there = await read(`c0.${position}`)
    expect([there.status, there.headers.get('x-projection-position'), there.headers.get('etag')]).toEqual([
      200,
      `c0.${position}`,
      '"0"',
    ])
    const started = Date.now()
    const behind = await read(`c0.${position + 1_000_000n}`)
    expect([behind.status, behind.headers.get('retry-after'), await behind.json()]).toMatchObject([
      503,
      '1',
      { code: 'READ_MODEL_BEHIND' },
    ])
    expect(Date.now() - started).toBeGreaterThan(2_900)
    expect((await read('c0.x')).status).toBe(400)
    const waiting = read(`c0.${position + 100n}`)
    position = await service.project([
      {
        tenantId: vale,
        actorId: cleo,
        actorKind: 'host',
        at: NOW,
        stream: `listing-${bica}`,
        type: 'ListingPaused',
        data: { listingId: bica, hostAccountId: vale, until: null, reason: 'Roof' },
      },
    ])
    expect((await waiting).status).toBe(200)
  })

  test('a lost notification delays a read only briefly', async () => {
    await service.pool.query(
      `update read.segment set commit = commit + 50, prepare = prepare + 50 where projection = 'booking'`,
    )
    const started = Date.now()
    expect((await as.cleo('/api/bookings', { 'x-min-position': `c0.${position + 50n}` })).status).toBe(200)
    expect(Date.now() - started).toBeLessThan(allowed(1_000))
  })

  test('changes are pushed to their own account, until the session ends', async () => {
    const connect = async (who: typeof as.cleo) => {
      const controller = new AbortController()
      const answer = await fetch(`${service.url}/api/live`, {
        headers: { cookie: who.cookie },
        signal: controller.signal,
      })
      expect(answer.headers.get('content-type')).toBe('text/event-stream')
      const received = { text: '', ended: false, close: () => controller.abort() }
      const read = async () => {
        if (!answer.body) return
        for await (const chunk of answer.body) received.text += Buffer.from(chunk).toString()
      }
      read()
        .catch(() => undefined)
        .finally(() => (received.ended = true))
      await waitUntil(() => received.text.includes('listening'))
      return received
    }
    const [owner, stranger, scoped] = [
      await connect(as.cleo),
      await connect(as.stranger),
      await connect(as.scoped),
    ]
    position = await service.project([
      {
        tenantId: vale,
        actorId: cleo,
        actorKind: 'host',
        at: NOW,
        stream: `listing-${bica}`,
        type: 'ListingResumed',
        data: { listingId: bica, hostAccountId: vale },
      },
    ])
    await waitUntil(() => owner.text.includes(bica) && scoped.text.includes('listings'), 10_000)
    expect(owner.text).toContain(
      `event: change\ndata: {"resource":"listings","id":"${bica}","revision":3,"position":"c0.${position}"}`,
    )
    expect(scoped.text).not.toContain(bica)
    expect(stranger.text).not.toContain('change')
    const more = await Promise.all(Array.from({ length: 4 }, () => connect(as.stranger)))
    expect((await fetch(`${service.url}/api/live`, { headers: { cookie: as.stranger.cookie } })).status).toBe(
      429,
    )
    for (const { close } of more) close()
    await service.pool.query('delete from app.session where user_id = $1', [cleo])
    await waitUntil(() => owner.ended, 10_000)
    stranger.close()
    scoped.close()
  })
})

test('the API describes itself', async () => {
  const document = z
    .object({ openapi: z.literal('3.1.0'), paths: z.record(z.string(), z.looseObject({})) })
    .parse(await (await as.staff('/api/openapi.json')).json())
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining([
      '/api/bookings',
      '/api/bookings/{id}',
      '/api/bookings.csv',
      '/api/bookings/{id}/cancel',
      '/api/today',
      '/api/blocks/{id}/restore',
    ]),
  )
  expect(Object.keys(document.paths['/api/bookings'] ?? {}).toSorted()).toEqual(['get', 'post'])
})
