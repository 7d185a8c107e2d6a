import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { AppProblem } from '@hearth/platform/http/appProblem'
import type { RawRequest } from '@hearth/platform/http/route'
import type { Principal } from '@hearth/platform/session/principal'
import { expect, test } from 'vitest'
import { liveRoute, MAX_PER_PERSON, MAX_PER_SESSION } from './liveRoute.ts'

const host = (id: string, sessionId: string): Principal => ({
  actor: { id, kind: 'host', role: 'owner', name: 'Ana' },
  tenantId: 'account',
  sessionId,
  listingIds: 'all',
})
const rawRequest = (principal: Principal): RawRequest => ({
  principal,
  params: {},
  query: () => ({}),
  enter: () => undefined,
  body: () => Promise.reject(new Error('no body')),
  readBody: () => Promise.reject(new Error('no body')),
  readBodyPieces: () => Promise.reject(new Error('no body')),
  headers: {},
  signal: new AbortController().signal,
  correlationId: '',
  traceparent: '',
  clientAddress: '127.0.0.1',
})

const openRoute = () => {
  const route = liveRoute({
    positions: { subscribe: () => () => true },
    principals: { resolve: () => undefined, forget: () => undefined },
    resources: [],
  })
  /** Opens a stream; answers with what ends it, or with the refusal. */
  return async (id: string, sessionId: string): Promise<(() => Promise<void>) | AppProblem> => {
    try {
      const answer = await route.run(rawRequest(host(id, sessionId)))
      if (answer instanceof AppProblem || !('stream' in answer)) throw new Error('a stream was expected')
      const response = new ServerResponse(new IncomingMessage(new Socket()))
      const ending = new AbortController()
      const ended = answer.stream(response, ending.signal)
      return () => {
        ending.abort()
        return ended
      }
    } catch (error) {
      if (error instanceof AppProblem) return error
      throw error
    }
  }
}

test('a session has a limited number of streams', async () => {
  const open = openRoute()
  for (let count = 0; count < MAX_PER_SESSION; count++)
    expect(await open('ana', 'session')).toBeInstanceOf(Function)
  expect(await open('ana', 'session')).toMatchObject({ code: 'RATE_LIMITED' })
  expect(await open('ana', 'another session')).toBeInstanceOf(Function)
})

test('a person has a limited number of streams over all sessions, and others have theirs', async () => {
  const open = openRoute()
  const first = await open('ana', 'session 0')
  for (let count = 1; count < MAX_PER_PERSON; count++)
    expect(await open('ana', `session ${count}`)).toBeInstanceOf(Function)
  expect(await open('ana', 'one more session')).toMatchObject({ code: 'RATE_LIMITED' })
  expect(await open('ben', 'session of ben')).toBeInstanceOf(Function)
  if (first instanceof AppProblem) throw first
  await first()
  expect(await open('ana', 'one more session')).toBeInstanceOf(Function)
})
