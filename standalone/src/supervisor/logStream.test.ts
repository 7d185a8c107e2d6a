import { expect, it } from 'vitest'
import { describeLine, rateLimitWarnings } from './logStream.ts'

const now = () => new Date('2026-05-01T12:00:00.000Z')

it('passes JSON through and shows its warnings only', () => {
  const info = '{"level":"info","msg":"up"}'
  expect(describeLine('projector', info, now)).toEqual({ json: info, warning: undefined })
  expect(describeLine('projector', '{"level":40,"msg":"late"}', now).warning).toBe('projector: late')
  expect(describeLine('projector', '{"level":"error","code":"INTERNAL"}', now).warning).toBe(
    'projector: INTERNAL',
  )
})

it('wraps plain text, and recognises errors in it', () => {
  expect(describeLine('postgres', 'LOG:  checkpoint', now)).toEqual({
    json: '{"ts":"2026-05-01T12:00:00.000Z","svc":"postgres","level":"info","msg":"LOG:  checkpoint"}',
    warning: undefined,
  })
  expect(describeLine('projector', 'TypeError: x is not a function', now).warning).toBe(
    'projector: TypeError: x is not a function',
  )
  expect(describeLine('projector', '{ not json', now).json).toContain('"msg":"{ not json"')
})

it('passes a repeated warning on now and then, with the number of suppressed ones', () => {
  const heard: string[] = []
  let time = 0
  const say = rateLimitWarnings(
    (line) => heard.push(line),
    10_000,
    () => time,
  )
  for (const at of [0, 10, 20, 30]) {
    time = at
    say('front-door: a service did not answer')
  }
  say('projector: late')
  time = 10_001
  say('front-door: a service did not answer')
  expect(heard).toEqual([
    'front-door: a service did not answer',
    'projector: late',
    'front-door: a service did not answer (and 3 times before)',
  ])
})
